package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// How many columns what came from outside may take in a report for people.
const (
	nameColumns = 120 // names of suites, programs, cases
	lineColumns = 300 // one line of anything else
)

// columns measures text as a terminal shows it, whatever the locale of this process: the width
// of a column must not depend on where a report was made.
var columns = &runewidth.Condition{StrictEmojiNeutral: true}

// visible writes s as one line that is safe to print. What can not be printed is written as in
// a Go string: control characters and line ends (\x1b, \n), characters that are invisible or
// change the direction of text (\u202e), bytes that are not UTF-8 (\xff). A line of more than
// limit columns is cut and ends in "…".
func visible(s string, limit int) string {
	var b strings.Builder
	for room := limit; s != ""; {
		piece, size := printable(s)
		// A mark that has no width takes a column here, or else no limit would hold it.
		width := max(1, columns.StringWidth(piece))
		if width > room || width == room && size < len(s) {
			b.WriteString("…")
			break
		}
		b.WriteString(piece)
		room -= width
		s = s[size:]
	}
	return b.String()
}

// printable returns the first character of s as it may be printed, and its size in s.
func printable(s string) (string, int) {
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf(`\x%02x`, s[0]), 1
	case strconv.IsPrint(r):
		return s[:size], size
	}
	return strings.Trim(strconv.QuoteRune(r), "'"), size
}

// visibleLines is visible for each line of text. An empty text has none.
func visibleLines(text string, limit int) []string {
	if text == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		lines[i] = visible(line, limit)
	}
	return lines
}

// validUTF8 returns s with bytes that are not UTF-8 written as \xNN, and nothing else changed.
func validUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[0])
		} else {
			b.WriteString(s[:size])
		}
		s = s[size:]
	}
	return b.String()
}

// pad fills s up with blanks to the given number of columns.
func pad(s string, width int) string { return columns.FillRight(s, width) }

// count is "1 program", "2 programs".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// elapsed writes a time that people wait for: "3.2 s", "2m05s".
func elapsed(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
}
