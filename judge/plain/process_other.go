//go:build !linux

package plain

import (
	"os"
	"sync"

	"ojbatch/judge"
)

// kin has nothing to do where orphans cannot be inherited.
type kin struct{}

func newKin() (*kin, error) { return &kin{}, nil }

// process is the first process of a run, with its group where there are groups.
type process struct {
	p     *os.Process
	state *os.ProcessState
	err   error

	mu    sync.Mutex
	ended bool
}

func (k *kin) start(cmd judge.Command, s *scratch, stdout, stderr *os.File) (*process, error) {
	stdin, release, err := stdinFor(cmd)
	if err != nil {
		return nil, err
	}
	defer release()
	dir := cmd.Dir
	if dir == "" {
		dir = s.dir
	}
	p, err := os.StartProcess(cmd.Argv[0], cmd.Argv, &os.ProcAttr{
		Dir:   dir,
		Env:   environment(cmd, s.dir, newMark()),
		Files: []*os.File{stdin, stdout, stderr},
		Sys:   ownGroup(),
	})
	if err != nil {
		return nil, err
	}
	return &process{p: p}, nil
}

func (p *process) wait() {
	state, err := p.p.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state, p.err, p.ended = state, err, true
	killGroup(p.p)
}

func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		killGroup(p.p)
	}
}

// sample knows nothing: only the wall clock is watched here.
func (p *process) sample() sample { return sample{} }

func (p *process) reap() (ending, error) {
	if p.err != nil {
		return ending{}, p.err
	}
	return ending{
		exitCode: p.state.ExitCode(),
		signal:   signalOf(p.state),
		cpu:      p.state.UserTime() + p.state.SystemTime(),
		memory:   peakOf(p.state),
	}, nil
}
