package sandbox_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ojbatch/judge"
	"ojbatch/judge/procfs"
	"ojbatch/judge/sandbox"
)

var leakRuns = flag.Int("leakruns", 500, "runs after which nothing may have leaked")

// TestManyRunsLeakNothing compares what judge and box hold before and after many runs that
// leave files and processes behind.
func TestManyRunsLeakNothing(t *testing.T) {
	before := procfs.ChildrenOf(os.Getpid())
	s, err := sandbox.New(1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	children := slices.DeleteFunc(procfs.ChildrenOf(os.Getpid()), func(pid int) bool {
		return slices.Contains(before, pid)
	})
	messy := func(n int) {
		for range n {
			o, err := s.Run(t.Context(), judge.Command{
				Argv:   []string{"/bin/sh", "-c", "echo x > file; sleep 100 & exit 0"},
				Limits: judge.Limits{}.WithDefaults(),
			})
			if err != nil || o.Cause != judge.CauseExited || o.ExitCode != 0 {
				t.Fatalf("%+v, %v", o, err)
			}
		}
	}
	const warmUp = 100
	messy(warmUp)
	early := holdings(children)
	messy(*leakRuns)
	late := holdings(children)
	t.Logf("after %d runs: %+v; after %d more: %+v", warmUp, early, *leakRuns, late)
	if late.descriptors > early.descriptors || late.mounts > early.mounts {
		t.Error("descriptors or mounts have leaked")
	}
	// The runtime's heap breathes; what leaks grows with the runs.
	const breath = 8 * judge.MiB
	if late.memory > early.memory+breath {
		t.Error("memory has leaked")
	}
	if late.groups > early.groups {
		t.Error("groups have leaked")
	}
}

// holding is what this process and its children have.
type holding struct {
	descriptors, mounts, groups int
	memory                      judge.Size // resident
}

func holdings(children []int) holding {
	var h holding
	for _, pid := range append([]int{os.Getpid()}, children...) {
		// A box that is another user's does not show its descriptors, nor to anybody but root.
		h.descriptors += len(procfs.NumbersIn(fmt.Sprintf("/proc/%d/fd", pid)))
		mounts, _ := os.ReadFile(fmt.Sprintf("/proc/%d/mountinfo", pid))
		h.mounts += strings.Count(string(mounts), "\n")
		statm, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
		if f := strings.Fields(string(statm)); len(f) > 1 {
			pages, _ := strconv.Atoi(f[1])
			h.memory += judge.Size(pages * os.Getpagesize())
		}
	}
	filepath.WalkDir("/sys/fs/cgroup", func(_ string, d os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), fmt.Sprintf("judge-%d-", os.Getpid())) {
			h.groups++
		}
		return nil
	})
	return h
}
