package report

import (
	"bytes"
	"strings"
)

// style is an ANSI colour.
type style string

const (
	red    style = "31"
	green  style = "32"
	yellow style = "33"
	cyan   style = "36"
)

// page collects what an event has to say on a terminal.
type page struct {
	bytes.Buffer
	color bool
	width int // of the terminal
}

// paint colours text, which must hold no line end.
func (p *page) paint(s style, text string) string {
	if !p.color {
		return text
	}
	return "\x1b[" + string(s) + "m" + text + "\x1b[0m"
}

// line adds text, indented by level.
func (p *page) line(level int, text string) {
	p.WriteString(strings.Repeat("  ", level))
	p.WriteString(text)
	p.WriteByte('\n')
}

// wrapped adds items behind a heading, in as many lines as the terminal's width needs.
func (p *page) wrapped(heading string, items []string) {
	text := heading
	for i, item := range items {
		item = " " + item
		if i < len(items)-1 {
			item += ","
		}
		if i > 0 && columns.StringWidth(text+item) > p.width {
			p.line(0, text)
			text = " "
		}
		text += item
	}
	p.line(0, text)
}

// quote adds what a program wrote.
func (p *page) quote(q quotation) {
	p.line(3, q.heading)
	for _, l := range q.lines {
		if q.heading == diffHeading {
			l = p.paintDiff(l)
		}
		p.line(3, "| "+l)
	}
}

func (p *page) paintDiff(line string) string {
	switch {
	case strings.HasPrefix(line, "-"):
		return p.paint(red, line)
	case strings.HasPrefix(line, "+"):
		return p.paint(green, line)
	case strings.HasPrefix(line, "@@"):
		return p.paint(cyan, line)
	}
	return line
}
