package compare

import (
	"context"

	"ojbatch/judge"
)

// build builds a program once, when it is first needed. It is safe for concurrent use.
type build struct {
	builder judge.Builder
	program *judge.Program
	turn    chan struct{} // a lock for which one can wait under a context
	done    bool          // whether what follows is known
	result  judge.Artifact
	err     error
}

func newBuild(b judge.Builder, p *judge.Program) *build {
	return &build{builder: b, program: p, turn: make(chan struct{}, 1)}
}

// artifact returns what the first call's build came to, waiting while another caller builds.
// A build that ctx ended came to nothing: the next caller tries again.
func (b *build) artifact(ctx context.Context) (judge.Artifact, error) {
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return judge.Artifact{}, ctx.Err()
	}
	if b.done {
		return b.result, b.err
	}
	result, err := b.builder.Build(ctx, b.program)
	if err != nil && ctx.Err() != nil {
		return judge.Artifact{}, ctx.Err()
	}
	b.done, b.result, b.err = true, result, err
	return result, err
}
