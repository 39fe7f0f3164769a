package compare

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"ojbatch/judge"
)

// What a rejection shows of a text.
const (
	contextLines = 3       // before the line of the first difference
	contextBytes = 1 << 10 // before the first difference
	windowLines  = 20      // from the line of the first difference on
	windowBytes  = 4 << 10 // in all
	quotedBytes  = 40      // of one line or token in a Why
)

// window returns the text around the position: up to context lines before the line of the
// position, and up to lines lines from there on. A line that is too long for that is cut
// around the position. It reads what it shows, see [tape.rest].
func (t *tape) window(context, lines int) judge.Excerpt {
	t.fill(windowBytes + 1)
	at := t.place()
	begin, skipped := t.windowBegin(context, at.column)
	end := t.windowEnd(lines, min(t.end, begin+windowBytes))
	if begin == end {
		return judge.Excerpt{}
	}
	return judge.Excerpt{
		Text:    bytes.Clone(t.buf[begin:end]),
		Line:    at.line - bytes.Count(t.buf[begin:t.pos], []byte{'\n'}),
		Skipped: skipped,
		More:    end < t.end,
	}
}

// windowBegin returns the index in the buffer at which a window begins, and how many bytes
// come before it on its line, given the column of the position.
func (t *tape) windowBegin(context int, column int64) (begin int, skipped int64) {
	floor := max(0, t.pos-contextBytes)
	if column > int64(t.pos-floor) {
		cut := t.buf[floor:t.pos]
		cut = cut[len(cut)/2:] // leave room for what comes after
		cut = trimBrokenLeft(cut)
		return t.pos - len(cut), column - int64(len(cut))
	}
	begin = t.pos - int(column)
	for range context {
		if begin <= floor {
			break
		}
		i := bytes.LastIndexByte(t.buf[floor:begin-1], '\n')
		if i < 0 && (floor > 0 || t.reached.offset > int64(t.pos)) {
			break // the line before begins further back than the window may
		}
		begin = floor + i + 1
	}
	return begin, 0
}

// windowEnd returns the index in the buffer at which a window ends: at the end of a line, as
// long as the one at the position ends before limit.
func (t *tape) windowEnd(lines, limit int) int {
	end := t.pos
	for range lines {
		i := bytes.IndexByte(t.buf[end:limit], '\n')
		switch {
		case i >= 0:
			end += i + 1
		case limit == t.end: // the last line, which has no newline
			return limit
		case end == t.pos:
			return end + len(trimBrokenRight(t.buf[end:limit]))
		default:
			return end
		}
	}
	return end
}

// quote returns, quoted and shortened, the piece of the text around the position that has no
// byte of s in it, without blanks at its end.
func (t *tape) quote(s *set) string {
	text, passed := t.around(s, quotedBytes+1)
	coming := len(text) - passed
	keepBefore := min(passed, quotedBytes/2)
	keepAfter := min(coming, quotedBytes-keepBefore)
	keepBefore = min(passed, quotedBytes-keepAfter)
	shown := text[passed-keepBefore : passed+keepAfter]
	var left, right string
	if keepBefore < passed {
		left, shown = "…", trimBrokenLeft(shown)
	}
	if keepAfter < coming {
		right, shown = "…", trimBrokenRight(shown)
	} else {
		shown = blank.trimRight(shown)
	}
	return left + strconv.Quote(string(shown)) + right
}

// trimBrokenLeft drops the end of a UTF-8 sequence at the beginning of b, where b was cut.
func trimBrokenLeft(b []byte) []byte {
	for i := 0; i < min(len(b), utf8.UTFMax); i++ {
		if utf8.RuneStart(b[i]) {
			return b[i:]
		}
	}
	return b
}

// trimBrokenRight drops the beginning of a UTF-8 sequence at the end of b, where b was cut.
func trimBrokenRight(b []byte) []byte {
	for i := len(b) - 1; i >= max(0, len(b)-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) {
			if utf8.FullRune(b[i:]) {
				return b
			}
			return b[:i]
		}
	}
	return b
}
