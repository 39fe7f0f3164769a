package plain

import (
	"errors"
	"io"
	"math"
	"os"
	"sync/atomic"
	"time"
)

const unlimited = math.MaxInt64

// drainTime is how long the writers of a pipe may take to close it once all of them have been
// killed. What they wrote is in the pipe by then and is read at once.
const drainTime = 2 * time.Second

// pump moves what a program writes to a pipe into a writer, up to a limit.
type pump struct {
	read, write *os.File
	to          io.Writer
	limit       int64
	moved       atomic.Int64
}

func newPump(to io.Writer, limit int64) (*pump, error) {
	if to == nil {
		to = io.Discard
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &pump{read: r, write: w, to: to, limit: limit}, nil
}

// run returns at the end of what is written, or with over as soon as more than the limit has
// been. It delivers no byte past the limit. The write end must have been closed on our side.
func (p *pump) run() (over bool, err error) {
	buf := make([]byte, 64<<10)
	for {
		n, err := p.read.Read(buf)
		before := p.moved.Load()
		p.moved.Add(int64(n))
		if room := p.limit - before; int64(n) > room {
			n, over = int(room), true
		}
		if _, werr := p.to.Write(buf[:n]); werr != nil {
			return false, werr
		}
		switch {
		case over:
			return true, nil
		case err == io.EOF:
			return false, nil
		case errors.Is(err, os.ErrDeadlineExceeded):
			return false, errOutputHeld
		case err != nil:
			return false, err
		}
	}
}

// hurry makes run end soon although somebody keeps the write end open.
func (p *pump) hurry() { p.read.SetReadDeadline(time.Now().Add(drainTime)) }

// count is how many bytes were read.
func (p *pump) count() int64 { return p.moved.Load() }

// close releases the pipe; run must have returned.
func (p *pump) close() {
	p.read.Close()
	p.write.Close()
}
