package suite

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
)

func TestLimits(t *testing.T) {
	s := mustLoad(t, `
limits:
  cpu: 1.5s
  wall: 1m0.5s
  memory: 64MiB
  stack: 1.5 GiB
  output: 64MB
  processes: 1
  files: 2147483647
  disk: 65536
cases:
  - {name: suite's, input: '', output: ''}
  - {name: own, input: '', output: '', limits: {cpu: 500ms, memory: "1GiB"}}
  - {name: none of its own, input: '', output: '', limits: {}}
`)
	suite := judge.Limits{
		CPU:       1500 * time.Millisecond,
		Wall:      60500 * time.Millisecond,
		Memory:    64 * judge.MiB,
		Stack:     1536 * judge.MiB,
		Output:    64e6,
		Processes: 1,
		Files:     1<<31 - 1,
		Disk:      65536,
	}
	own := suite
	own.CPU, own.Memory = 500*time.Millisecond, judge.GiB
	for i, want := range []judge.Limits{suite, own, suite} {
		if diff := cmp.Diff(want, s.Cases[i].Limits); diff != "" {
			t.Errorf("case %q (-want +got):\n%s", s.Cases[i].Name, diff)
		}
	}
}

func TestLimitsUnsaid(t *testing.T) {
	s := mustLoad(t, "limits: {cpu: 1s}\n"+oneCase)
	if want := (judge.Limits{CPU: time.Second}); s.Cases[0].Limits != want {
		t.Errorf("got %+v, want no defaults: %+v", s.Cases[0].Limits, want)
	}
}

// The longest limit must survive what is derived from it.
func TestLongestLimit(t *testing.T) {
	s := mustLoad(t, "limits: {cpu: 1000h}\n"+oneCase)
	limits := s.Cases[0].Limits.WithDefaults()
	if limits.Wall <= limits.CPU {
		t.Errorf("wall limit %s for cpu limit %s", limits.Wall, limits.CPU)
	}
}

func TestLimitMistakes(t *testing.T) {
	checkMistakes(t, []mistake{
		{
			name: "durations",
			suite: `
limits:
  cpu: 1
  wall: 0s
` + oneCase,
			want: `
2:8: want a duration such as 500ms or 1.5s, at most 1000h, got "1"
	say the unit, as in 1s or 1ms
3:9: want a duration greater than zero, got "0s"
`,
		},
		{
			name: "negative and endless durations",
			suite: `
limits: {cpu: -1s, wall: 99999999h}
` + oneCase,
			want: `
1:15: want a duration greater than zero, got "-1s"
1:26: want a duration such as 500ms or 1.5s, at most 1000h, got "99999999h"
`,
		},
		{
			name: "too long and odd durations",
			suite: `
limits: {cpu: 1000h1ns, wall: ~}
` + oneCase,
			want: `
1:15: want a duration such as 500ms or 1.5s, at most 1000h, got "1000h1ns"
1:31: want a duration such as 500ms or 1.5s, at most 1000h, got "~"
`,
		},
		{
			name: "no duration at all",
			suite: `
limits:
  cpu:
  wall: {s: 1}
` + oneCase,
			want: `
2:7: want a duration such as 500ms or 1.5s, at most 1000h, got nothing
3:9: want text for a duration such as 500ms or 1.5s, at most 1000h, got a mapping
`,
		},
		{
			name: "sizes",
			suite: `
limits: {memory: 64M, stack: 0, output: -5MiB, disk: 99999999999GiB}
` + oneCase,
			want: `
1:18: unknown unit "M" in size "64M": want one of B, kB, KiB, MB, MiB, GB, GiB
	did you mean "64MiB"?
1:30: want a size greater than zero, got "0"
1:41: want a size such as 64MiB, got "-5MiB"
1:54: size "99999999999GiB" is over the largest size, 9223372036854775807 bytes
`,
		},
		{
			name: "odd sizes",
			suite: `
limits: {memory: lots, stack: [1], output: , disk: 1.5B}
` + oneCase,
			want: `
1:18: want a size such as 64MiB, got "lots"
1:31: want text for a size such as 64MiB, got a list
1:44: want a size such as 64MiB, got nothing
1:52: size "1.5B" is not a whole number of bytes
`,
		},
		{
			name: "long text",
			suite: `
limits: {memory: ` + strings.Repeat("1", 70) + `}
` + oneCase,
			want: `
1:18: want a size such as 64MiB, got "` + strings.Repeat("1", 60) + `..."
`,
		},
		{
			name: "counts",
			suite: `
limits: {processes: 010, files: 0}
` + oneCase,
			want: `
1:21: want a whole number from 1 to 2147483647, got "010"
1:33: want a whole number from 1 to 2147483647, got "0"
`,
		},
		{
			name: "odd counts",
			suite: `
limits: {processes: 1.5, files: 99999999999}
` + oneCase,
			want: `
1:21: want a whole number from 1 to 2147483647, got "1.5"
1:33: want a whole number from 1 to 2147483647, got "99999999999"
`,
		},
		{
			name: "unknown limits",
			suite: `
limits: {cup: 1, time: 1s}
` + oneCase,
			want: `
1:10: unknown key "cup" in limits
	did you mean "cpu"?
1:15: want a duration such as 500ms or 1.5s, at most 1000h, got "1"
	say the unit, as in 1s or 1ms
1:18: unknown key "time" in limits
	want one of cpu, wall, memory, stack, output, processes, files, disk
`,
		},
		{
			name: "a list",
			suite: `
limits: [1s]
` + oneCase,
			want: `
1:9: want a mapping for limits, got a list
`,
		},
		{
			name: "nothing",
			suite: `
limits:
` + oneCase,
			want: `
1:8: want a mapping for limits, got nothing
`,
		},
	})
}
