package compare

import (
	"strings"
	"sync"
)

// Sizes of what is kept of a checker's words, in bytes.
const (
	messageBytes = 4 << 10 // as [judge.Comparison] has it
	wordsBytes   = 200     // in a line
	ellipsis     = "…"
)

// tail keeps the end of what is written to it. It is safe for concurrent use, as standard and
// error output are written to the same one.
type tail struct {
	mu   sync.Mutex
	text []byte
	cut  bool
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if over := len(t.text) - messageBytes + len(ellipsis); over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
		t.cut = true
	}
	return len(p), nil
}

// String returns at most messageBytes, without white space at either end.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cut {
		return ellipsis + strings.TrimSpace(string(trimBrokenLeft(t.text)))
	}
	return strings.TrimSpace(string(t.text))
}

// head returns the beginning of text, at most limit bytes and the ellipsis.
func head(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return string(trimBrokenRight([]byte(text[:limit]))) + ellipsis
}

// firstLine returns the beginning of the first line of text that is not blank.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return head(strings.TrimSpace(line), wordsBytes)
}

// lastPart returns the end of text.
func lastPart(text string) string {
	text = strings.TrimSpace(text)
	if len(text) <= wordsBytes {
		return text
	}
	return ellipsis + string(trimBrokenLeft([]byte(text[len(text)-wordsBytes:])))
}
