package plain

import (
	"runtime"
	"time"

	"ojbatch/judge"
)

const (
	// touchRate is how many bytes a second the threads of a program can together make
	// resident at the very most; zeroing pages is slower on every machine we know.
	touchRate = 8 * judge.GiB
	// shortestLook keeps the watch from eating the time it measures.
	shortestLook = 2 * time.Millisecond
)

// nextLook returns how long nothing can go over a limit, as far as s tells: CPU time grows by
// no more than one second a second for each thread that can run, memory by no more than
// touchRate. A program that starts threads meanwhile is found over its limit a little later,
// which changes nothing in the verdict.
func (r *supervision) nextLook(s sample) time.Duration {
	runnable := min(max(s.threads, 1), runtime.NumCPU())
	cpu := (r.limits.CPU - s.cpu) / time.Duration(runnable)
	bytes := float64(max(r.limits.Memory-s.memory, 0))
	memory := time.Duration(bytes / float64(touchRate) * float64(time.Second))
	// Just past the wall limit, not on it: usage must be greater.
	wall := r.limits.Wall - time.Since(r.begun) + time.Microsecond
	return min(max(min(cpu, memory), shortestLook), max(wall, 0))
}
