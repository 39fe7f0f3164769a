package judge_test

import (
	"strings"
	"testing"
	"time"

	"ojbatch/judge"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]judge.Size{
		"65536": 65536, "0": 0, "1B": 1, "64MiB": 64 << 20, "64 MiB": 64 << 20, "64MB": 64e6,
		"1.5GiB": 3 << 29, "0.5KiB": 512, "2kB": 2000, "2KB": 2000, "9223372036854775807": 1<<63 - 1,
	} {
		if got, err := judge.ParseSize(text); err != nil || got != want {
			t.Errorf("ParseSize(%q) = %d, %v; want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                             "want a size such as 64MiB",
		"MiB":                          "want a size such as 64MiB",
		"-1MiB":                        "want a size such as 64MiB",
		"1.2.3MiB":                     "want a size such as 64MiB",
		"64M":                          `unknown unit "M"`,
		"64mib":                        `unknown unit "mib"`,
		"0.3B":                         "not a whole number of bytes",
		"9223372036854775808":          "over the largest size",
		"8589934592GiB":                "over the largest size",
		strings.Repeat("9", 100) + "B": "want a size such as 64MiB",
	} {
		if _, err := judge.ParseSize(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseSize(%q): error %v, want one with %q", text, err, want)
		}
	}
}

func TestSizeString(t *testing.T) {
	for size, want := range map[judge.Size]string{
		0: "0B", 1023: "1023B", 1024: "1KiB", 65 << 20: "65MiB", 3 << 29: "1.5GiB",
		64<<20 + 4<<10: "64.004MiB", 1 << 60: "1073741824GiB",
	} {
		if got := size.String(); got != want {
			t.Errorf("%d bytes are written %q, want %q", int64(size), got, want)
		}
	}
}

func TestLimitsFillEachOther(t *testing.T) {
	ofCase := judge.Limits{CPU: time.Second, Processes: 1}
	ofSuite := judge.Limits{CPU: 5 * time.Second, Memory: judge.GiB}
	got := ofCase.Over(ofSuite).WithDefaults()
	want := judge.DefaultLimits
	want.CPU, want.Wall = time.Second, 3*time.Second
	want.Memory, want.Stack, want.Processes = judge.GiB, judge.GiB, 1
	if got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if explicit := (judge.Limits{Wall: time.Minute, Stack: judge.MiB}).WithDefaults(); explicit.Wall !=
		time.Minute || explicit.Stack != judge.MiB {
		t.Errorf("defaults overrode what was said: %+v", explicit)
	}
}

// TestNextLook holds the promise that nobody can be over a limit before the next look, and
// that looking ends.
func TestNextLook(t *testing.T) {
	l := judge.Limits{CPU: time.Second}.WithDefaults()
	for _, c := range []struct {
		name    string
		used    judge.Usage
		running int
		want    time.Duration
	}{
		{"at the start memory could fill first", judge.Usage{}, 1, 31250 * time.Microsecond},
		{"half of the CPU time is left to two threads",
			judge.Usage{CPU: 960 * time.Millisecond}, 2, 20 * time.Millisecond},
		{"near the limit it does not look all the time",
			judge.Usage{CPU: time.Second - time.Microsecond}, 1, 2 * time.Millisecond},
		{"the wall clock is met just after its limit",
			judge.Usage{Wall: 3*time.Second - time.Millisecond}, 1, 1001 * time.Microsecond},
		{"past it there is no waiting", judge.Usage{Wall: time.Minute}, 1, 0},
	} {
		if got := l.NextLook(c.used, c.running); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
