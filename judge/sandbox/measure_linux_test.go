package sandbox_test

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"ojbatch/judge"
	"ojbatch/judge/sandbox"
)

// measuredName begins the command line of a program that says what it has used, by its own
// account: measuredName spin MILLISECONDS, or measuredName touch MiB.
const measuredName = "judge-measured"

// measured is such a program.
func measured(args []string) {
	n, err := strconv.Atoi(args[1])
	if err != nil {
		panic(err)
	}
	switch args[0] {
	case "spin":
		spin(time.Duration(n) * time.Millisecond)
		fmt.Println(int64(ownCPU()))
	case "touch":
		block := make([]byte, n<<20)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		fmt.Println(anonymous())
	}
}

// anonymous is how much memory of its own this process has resident, without the pages of its
// executable, which others have in memory, too.
func anonymous() int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		panic(err)
	}
	_, rest, _ := strings.Cut(string(text), "\nRssAnon:")
	value, _, _ := strings.Cut(rest, "kB")
	kib, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
	if err != nil {
		panic(err)
	}
	return kib << 10
}

func spin(d time.Duration) {
	for ownCPU() < d {
	}
}

func ownCPU() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

// runMeasured returns what the sandbox found and what the program said.
func runMeasured(b *testing.B, s *sandbox.Sandbox, l judge.Limits, args ...string) (judge.Outcome, int64) {
	b.Helper()
	exe, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	o, err := s.Run(b.Context(), judge.Command{
		Argv: append([]string{exe, measuredName}, args...), Read: []string{exe},
		Limits: l.Over(judge.Limits{CPU: time.Minute, Memory: judge.GiB}).WithDefaults(), Stdout: &out,
	})
	if err != nil {
		b.Fatal(err)
	}
	said, _, _ := strings.Cut(strings.TrimSpace(out.String()), " ")
	n, _ := strconv.ParseInt(said, 10, 64)
	return o, n
}

// BenchmarkCPUAccount compares the CPU time that is reported with what the program's own clock
// showed just before its end, which leaves out the end itself. The difference is reported.
func BenchmarkCPUAccount(b *testing.B) {
	for _, ms := range []int{20, 1000} {
		for _, busy := range []bool{false, true} {
			b.Run(fmt.Sprintf("spin=%dms/busy=%t", ms, busy), func(b *testing.B) {
				s := newSandbox(b, 2)
				if busy {
					defer keepBusy()()
				}
				var worst, sum time.Duration
				for b.Loop() {
					o, own := runMeasured(b, s, judge.Limits{}, "spin", strconv.Itoa(ms))
					diff := o.Usage.CPU - time.Duration(own)
					worst, sum = max(worst, diff, -diff), sum+diff
				}
				b.ReportMetric(float64(worst.Microseconds()), "worst-us")
				b.ReportMetric(float64(sum.Microseconds())/float64(b.N), "mean-us")
			})
		}
	}
}

// keepBusy burns a CPU until the function it returns is called.
func keepBusy() (stop func()) {
	var done atomic.Bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for !done.Load() {
		}
	}()
	return func() { done.Store(true); <-ended }
}

// BenchmarkCPUKill reports how far past its CPU limit a program is when it is killed.
func BenchmarkCPUKill(b *testing.B) {
	s := newSandbox(b, 1)
	limit := judge.Limits{CPU: time.Second}
	var worst time.Duration
	for b.Loop() {
		o, _ := runMeasured(b, s, limit, "spin", "60000")
		if o.Cause != judge.CauseCPU {
			b.Fatalf("%+v", o)
		}
		worst = max(worst, o.Usage.CPU-limit.CPU)
	}
	b.ReportMetric(float64(worst.Microseconds()), "worst-us")
}

// BenchmarkMemoryPeak compares the peak that is reported with the memory of its own that the
// program had resident when it had touched its block. The difference is reported.
func BenchmarkMemoryPeak(b *testing.B) {
	for _, mib := range []int{10, 100, 500} {
		b.Run(fmt.Sprintf("touch=%dMiB", mib), func(b *testing.B) {
			s := newSandbox(b, 1)
			var worst judge.Size
			for b.Loop() {
				o, own := runMeasured(b, s, judge.Limits{}, "touch", strconv.Itoa(mib))
				diff := o.Usage.Memory - judge.Size(own)
				worst = max(worst, diff, -diff)
			}
			b.ReportMetric(float64(worst)/float64(judge.MiB), "worst-MiB")
		})
	}
}
