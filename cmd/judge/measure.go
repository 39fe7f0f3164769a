package main

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"time"

	"ojbatch/judge"
)

// measurement is how fast this machine starts programs, and how steadily it measures them.
type measurement struct {
	// Raw and Judged are runs a second of a program that does nothing, one after the other:
	// started by this process without more ado, and as the judge runs programs.
	Raw    float64 `json:"raw_runs_per_second"`
	Judged float64 `json:"judged_runs_per_second"`
	// CPU is the CPU time that repeated runs of the same work were found to take.
	CPU judge.Spread[time.Duration] `json:"spin_cpu_ns"`
}

// measuredFor is how long each rate is measured.
const measuredFor = 300 * time.Millisecond

// work is some 10 ms of computing that takes no memory and no input.
const work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"

func measure(ctx context.Context, x judge.Executor) (*measurement, error) {
	nothing := []string{"/bin/sh", "-c", ":"}
	var m measurement
	var err error
	m.Raw, err = rate(func() error { return exec.CommandContext(ctx, nothing[0], nothing[1:]...).Run() })
	if err != nil {
		return nil, err
	}
	command := judge.Command{Argv: nothing, Limits: judge.Limits{}.WithDefaults()}
	m.Judged, err = rate(func() error {
		_, err := x.Run(ctx, command)
		return err
	})
	if err != nil {
		return nil, err
	}
	command.Argv = []string{"/bin/sh", "-c", work}
	var times []time.Duration
	for range 20 {
		o, err := x.Run(ctx, command)
		if err != nil {
			return nil, err
		}
		times = append(times, o.Usage.CPU)
	}
	slices.Sort(times)
	m.CPU = judge.Spread[time.Duration]{
		Min: times[0], Median: times[len(times)/2], Max: times[len(times)-1],
	}
	return &m, nil
}

// rate is how often a second do can be done, not counting the first time.
func rate(do func() error) (float64, error) {
	if err := do(); err != nil {
		return 0, err
	}
	begun, n := time.Now(), 0
	for time.Since(begun) < measuredFor {
		if err := do(); err != nil {
			return 0, err
		}
		n++
	}
	return float64(n) / time.Since(begun).Seconds(), nil
}

func (m *measurement) rates() string {
	return fmt.Sprintf("%.0f a second, %.0f without judging (%.2f)", m.Judged, m.Raw, m.Judged/m.Raw)
}

func (m *measurement) noise() string {
	spread := 100 * float64(m.CPU.Max-m.CPU.Min) / float64(m.CPU.Median)
	return fmt.Sprintf("%s for the same work, %.0f %% between the least and the most",
		m.CPU.Median.Round(10*time.Microsecond), spread)
}
