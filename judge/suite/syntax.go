package suite

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// parse returns the root of the one YAML document in data. Where it finds mistakes, it reports
// them and returns nil.
func (d *decoder) parse(data []byte) *yaml.Node {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if at, what := badCharacter(data); what != "" {
		d.report(lineAt(data, at), columnAt(data, at), "a suite file is text in UTF-8", what)
		return nil
	}
	documents := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	err := documents.Decode(&first)
	if err == io.EOF || err == nil && isNothing(first.Content[0]) {
		d.report(1, 1, "a suite holds cases", "the file is empty")
		return nil
	}
	if err == nil {
		err = documents.Decode(&second)
	}
	switch {
	case err == nil:
		d.errorf(&second, "put each suite into a file of its own", "a second document begins here")
	case err != io.EOF:
		d.syntaxError(data, err)
	default:
		return first.Content[0]
	}
	return nil
}

// badCharacter finds the first bytes of data that YAML does not allow, and says what they are.
func badCharacter(data []byte) (offset int, what string) {
	for i := 0; i < len(data); {
		c := data[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return i, fmt.Sprintf("byte 0x%02x is not UTF-8", c)
		case r < 0xa0 && r != 0x85, r == 0xfffe, r == 0xffff:
			return i, fmt.Sprintf("control character %U is not allowed in YAML", r)
		}
		i += size
	}
	return 0, ""
}

// lineAt counts lines as YAML does: CR LF, LF and CR end one.
func lineAt(data []byte, offset int) int {
	before := data[:offset]
	return 1 + bytes.Count(before, []byte("\n")) + bytes.Count(before, []byte("\r")) -
		bytes.Count(before, []byte("\r\n"))
}

// lastLine is the last line with text.
func lastLine(data []byte) int { return lineAt(data, len(bytes.TrimRight(data, "\r\n\t "))) }

func columnAt(data []byte, offset int) int {
	start := bytes.LastIndexAny(data[:offset], "\r\n") + 1
	return 1 + utf8.RuneCount(data[start:offset])
}

// syntaxHints says what is often behind a message of the YAML parser.
var syntaxHints = []struct{ message, hint string }{
	{"mapping values are not allowed", `quote text that holds ": ", and indent keys alike`},
	{"did not find expected key", "indent keys alike, and close quotes on their line"},
	{"did not find expected '-'", "indent all entries of a list alike"},
	{"did not find expected ','", "a bracket or brace is not closed, or a comma is missing"},
	{"could not find expected ':'", `": " follows a key, and text is indented deeper than its key`},
	{"found a tab character", "indent with spaces"},
	{unclosedQuote, "a quote is not closed"},
	{"found unknown escape", `inside "..." write a backslash twice, or quote with '...'`},
	{"unknown anchor", "an anchor (&name) comes before its aliases (*name)"},
}

// syntaxError reports what the YAML parser said about data.
func (d *decoder) syntaxError(data []byte, err error) {
	line, message := splitMessage(err)
	switch {
	case message != unclosedQuote:
		line = whereItGaveUp(data, message)
	case line > lastLine(data): // said when the quote begins on the first line
		line = 1
	}
	hint := ""
	for _, h := range syntaxHints {
		if strings.HasPrefix(message, h.message) {
			hint = h.hint
		}
	}
	if strings.Contains(message, "cannot start any token") {
		hint = "quote text that begins with @, ` or %"
		if indentedByTab(data, line) {
			hint = "indent with spaces"
		}
	}
	d.report(line, 0, hint, "not YAML: "+message)
}

// splitMessage takes "yaml: line 7: what" apart. The parser leaves out the line when it is
// the first.
func splitMessage(err error) (line int, message string) {
	message = strings.TrimPrefix(err.Error(), "yaml: ")
	number, rest, found := strings.Cut(strings.TrimPrefix(message, "line "), ": ")
	if line, err := strconv.Atoi(number); found && err == nil {
		return line, rest
	}
	return 1, message
}

// unclosedQuote is the one message whose line, as the parser gives it, is of use: it is where
// the quote begins. Other messages come with the line before the list or mapping around the
// mistake, or with none.
const unclosedQuote = "found unexpected end of stream"

// whereItGaveUp returns the line at which the parser fails with message. It hands the parser
// one line at a time. The parser looks ahead, so what it has read can be too much; then the
// lines before are enough to make it fail in the same way.
func whereItGaveUp(data []byte, message string) int {
	const lookAhead = 4 // lines, blank ones aside
	lines := &lineReader{rest: data}
	failure(lines)
	read := data[:len(data)-len(lines.rest)]
	for range lookAhead {
		shorter := read[:1+bytes.LastIndexByte(bytes.TrimRight(read, "\r\n\t "), '\n')]
		if failure(&lineReader{rest: shorter}) != message {
			break
		}
		read = shorter
	}
	return lastLine(read)
}

// failure is the parser's message, without its line, about the text in r.
func failure(r io.Reader) string {
	documents := yaml.NewDecoder(r)
	for {
		err := documents.Decode(new(yaml.Node))
		if errors.Is(err, io.EOF) {
			return ""
		}
		if err != nil {
			_, message := splitMessage(err)
			return message
		}
	}
}

// lineReader gives one line, or less, on each call of Read.
type lineReader struct{ rest []byte }

func (r *lineReader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	line := r.rest
	if end := bytes.IndexByte(line, '\n'); end >= 0 {
		line = line[:end+1]
	}
	n := copy(p, line)
	r.rest = r.rest[n:]
	return n, nil
}

// indentedByTab says whether there is a tab before the text of a line.
func indentedByTab(data []byte, line int) bool {
	for ; line > 1; line-- {
		data = data[1+bytes.IndexByte(data, '\n'):]
	}
	text := bytes.TrimLeft(data, " \t")
	return bytes.IndexByte(data[:len(data)-len(text)], '\t') >= 0
}
