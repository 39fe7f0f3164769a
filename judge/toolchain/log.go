package toolchain

import (
	"fmt"
	"strings"
	"sync"
)

// logEnd is how many bytes are kept of each end of a compiler's log.
const logEnd = 4 << 10

// compilerLog keeps the beginning and the end of what a compiler says. It is safe for
// concurrent use, so that it can take stdout and stderr together.
type compilerLog struct {
	mu      sync.Mutex
	head    []byte
	rest    []byte // the end of what came after head: at least logEnd of it, if there was
	dropped int64  // bytes between them
}

func (l *compilerLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(len(p), logEnd-len(l.head))
	l.head = append(l.head, p[:n]...)
	l.rest = append(l.rest, p[n:]...)
	// Not at every write, which may be of one byte.
	if len(l.rest) > 4*logEnd {
		l.trim()
	}
	return len(p), nil
}

// trim leaves logEnd bytes of rest.
func (l *compilerLog) trim() {
	over := max(0, len(l.rest)-logEnd)
	l.dropped += int64(over)
	l.rest = append(l.rest[:0], l.rest[over:]...)
}

// String is what was kept, with a line where something is missing.
func (l *compilerLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trim()
	text := string(l.head)
	if l.dropped > 0 {
		text += fmt.Sprintf("\n... %d bytes left out ...\n", l.dropped)
	}
	return strings.ToValidUTF8(text+string(l.rest), "\uFFFD")
}
