// Package pump moves what a program writes to a descriptor into an [io.Writer] while it
// arrives, and counts it against a limit.
package pump

import (
	"errors"
	"io"
	"math"
	"os"
	"sync/atomic"
	"time"

	"ojbatch/judge"
)

// Unlimited is a limit that no program reaches.
const Unlimited = judge.Size(math.MaxInt64)

// ErrHeld says that somebody kept the write end open although everybody who should have had
// it is gone. What was written until then has been delivered.
var ErrHeld = errors.New("a process that could not be found holds the output open")

// drainTime is how long the write end may stay open after [Pump.Hurry]. What was written is
// in the pipe by then and is read at once.
const drainTime = 2 * time.Second

// Pump is a pipe from a program to a writer. One goroutine calls Run; the other methods may
// be called meanwhile.
type Pump struct {
	read, write *os.File
	to          io.Writer
	limit       judge.Size
	moved       atomic.Int64
}

// New opens a pump into to, or into nothing when to is nil. The caller closes it.
func New(to io.Writer, limit judge.Size) (*Pump, error) {
	if to == nil {
		to = io.Discard
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &Pump{read: r, write: w, to: to, limit: limit}, nil
}

// Writer is the end that the program is given. CloseWriter closes it on this side, which must
// be done before the output can end.
func (p *Pump) Writer() *os.File { return p.write }

// CloseWriter closes this side's copy of the write end.
func (p *Pump) CloseWriter() error { return p.write.Close() }

// Run returns at the end of what is written, or with over as soon as more than the limit has
// been. It delivers no byte past the limit. An error is the writer's, the pipe's, or
// [ErrHeld].
func (p *Pump) Run() (over bool, err error) {
	buf := make([]byte, 64<<10)
	for {
		n, err := p.read.Read(buf)
		room := int64(p.limit) - p.moved.Load()
		p.moved.Add(int64(n))
		if int64(n) > room {
			n, over = int(room), true
		}
		if n > 0 {
			if _, err := p.to.Write(buf[:n]); err != nil {
				return false, err
			}
		}
		switch {
		case over:
			return true, nil
		case err == io.EOF:
			return false, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return false, ErrHeld
		case err != nil:
			return false, err
		}
	}
}

// Hurry makes Run end soon although somebody keeps the write end open.
func (p *Pump) Hurry() { p.read.SetReadDeadline(time.Now().Add(drainTime)) }

// Count is how many bytes were read, be it past the limit.
func (p *Pump) Count() judge.Size { return judge.Size(p.moved.Load()) }

// Close releases the pipe. Run must have returned.
func (p *Pump) Close() {
	p.read.Close()
	p.write.Close()
}
