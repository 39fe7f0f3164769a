package local

import (
	"bytes"
	"io"

	"ojbatch/judge"
)

const (
	inputShown  = 1 << 10 // bytes of an input that a result carries
	stderrShown = 4 << 10 // bytes of error output that a result carries
)

// head is the beginning of d. What can not be read is not shown.
func head(d judge.Data) judge.Excerpt {
	r, err := d.Open()
	if err != nil {
		return judge.Excerpt{}
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, inputShown+1))
	if err != nil || len(text) == 0 {
		return judge.Excerpt{}
	}
	shown := text[:min(len(text), inputShown)]
	return judge.Excerpt{Text: shown, Line: 1, More: len(text) > len(shown)}
}

// tail keeps the end of what is written to it. It never fails.
type tail struct {
	kept    []byte
	lines   int   // line ends that were dropped
	skipped int64 // bytes dropped since the last of them
}

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p...)
	// Dropping only every so often keeps the copying cheap.
	if len(t.kept) > 4*stderrShown {
		t.drop(len(t.kept) - stderrShown)
	}
	return len(p), nil
}

func (t *tail) drop(n int) {
	gone := t.kept[:n]
	if end := bytes.LastIndexByte(gone, '\n'); end >= 0 {
		t.lines += bytes.Count(gone, []byte{'\n'})
		t.skipped = int64(n - end - 1)
	} else {
		t.skipped += int64(n)
	}
	t.kept = append(t.kept[:0], t.kept[n:]...)
}

func (t *tail) excerpt() judge.Excerpt {
	if len(t.kept) == 0 {
		return judge.Excerpt{}
	}
	if over := len(t.kept) - stderrShown; over > 0 {
		t.drop(over)
	}
	return judge.Excerpt{Text: t.kept, Line: t.lines + 1, Skipped: t.skipped}
}
