// Package report tells what happens in a run, in the formats that people and machines read.
// Each format is a [judge.Sink] that folds events, and does no input or output besides the
// writer it was given.
//
//   - "term", [NewTerminal]: for people, with progress on a terminal;
//   - "json", [NewJSON]: one document at the end, versioned;
//   - "ndjson", [NewNDJSON]: one event a line, as it happens;
//   - "junit", [NewJUnit]: one XML document at the end, for CI systems;
//   - "github", [NewGitHub]: annotations on the lines of the suite, as GitHub Actions reads them.
//
// # What a stranger's program wrote
//
// Names, messages, excerpts and error output come from programs that nobody trusts. No format
// passes on their control characters: the terminal, junit and github formats write what can
// not be printed visibly, and JSON escapes it. Bytes that are not UTF-8 are \xNN in all formats.
//
// # Writers that fail
//
// A sink returns its writer's error from Accept, and is of no further use then.
package report

import (
	"fmt"
	"io"
	"strings"

	"ojbatch/judge"
)

// The formats, in the order of documentation.
const (
	formatTerminal = "term"
	formatJSON     = "json"
	formatNDJSON   = "ndjson"
	formatJUnit    = "junit"
	formatGitHub   = "github"
)

// Formats lists the names that [New] knows.
func Formats() []string {
	return []string{formatTerminal, formatJSON, formatNDJSON, formatJUnit, formatGitHub}
}

// New returns the sink that writes format to w. The options matter to "term" only. The error
// names all formats.
func New(format string, w io.Writer, o TerminalOptions) (judge.Sink, error) {
	switch format {
	case formatTerminal:
		return NewTerminal(w, o), nil
	case formatJSON:
		return NewJSON(w), nil
	case formatNDJSON:
		return NewNDJSON(w), nil
	case formatJUnit:
		return NewJUnit(w), nil
	case formatGitHub:
		return NewGitHub(w), nil
	}
	return nil, fmt.Errorf("unknown report format %q: want one of %s",
		format, strings.Join(Formats(), ", "))
}
