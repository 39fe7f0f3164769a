package local

import (
	"context"
	"errors"
	"io"

	"ojbatch/judge"
)

// comparison compares an output while it is written. The writes never fail and never wait
// for a comparer that has seen enough.
type comparison struct {
	*io.PipeWriter
	done chan struct{}

	found judge.Comparison
	err   error
}

// errIncomplete is what a comparer reads at the end of an output that nobody will judge.
var errIncomplete = errors.New("the program did not end well")

// newComparison starts comparing; finish must be called. All output goes to digest, too,
// when there is one.
func newComparison(
	ctx context.Context, comparer judge.Comparer, c *judge.Case, digest io.Writer,
) *comparison {
	r, w := io.Pipe()
	output := &comparison{PipeWriter: w, done: make(chan struct{})}
	var from io.Reader = r
	if digest != nil {
		from = io.TeeReader(r, digest)
	}
	go func() {
		defer close(output.done)
		output.found, output.err = comparer.Compare(ctx, c, from)
		io.Copy(io.Discard, from)
	}()
	return output
}

// finish says that no more will be written and waits for the finding. The output of a
// program that did not end well is not compared to its end: nothing would come of it.
func (o *comparison) finish(complete bool) (judge.Comparison, error) {
	if complete {
		o.Close()
	} else {
		o.CloseWithError(errIncomplete)
	}
	<-o.done
	return o.found, o.err
}
