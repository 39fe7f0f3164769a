package judge

import "fmt"

// Position is a place in a file that a user wrote. Line and Column count from 1; zero means
// unknown.
type Position struct {
	File   string
	Line   int
	Column int
}

// String is "file:line:column", as compilers write it, without the parts that are unknown.
func (p Position) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Suite is an ordered list of cases with the programs that are judged on them. Once loaded it
// is not changed, and is safe for concurrent use.
type Suite struct {
	Name     string // short, unique within a run: "poj3009"
	File     string // where it was loaded from, as the user named it
	Title    string
	Source   string
	Programs []*Program
	Cases    []*Case
}

// Case is one input with the answer that is right for it.
type Case struct {
	Name   string // unique within the suite; "/" makes groups
	Pos    Position
	Input  Data
	Answer Data // absent only where a checker needs none
	// Limits are the case's own over the suite's, not yet with the defaults.
	Limits  Limits
	Compare CompareSpec
}

// Program is a solution as somebody wrote it.
type Program struct {
	// Name is what reports call it: the path as written in the suite or on the command line.
	Name string
	Pos  Position
	// Path is a source file, a directory of sources or an executable. It is empty when Argv
	// says how to start the program.
	Path string
	// Argv starts a program that needs no building. Argv[0] is a path or a name on PATH.
	Argv []string
	// Expect are the verdicts that the program may get over the suite; none means [Accepted].
	Expect []Verdict
}

// Expected returns the verdicts that p may get, at least one.
func (p *Program) Expected() []Verdict {
	if len(p.Expect) == 0 {
		return []Verdict{Accepted}
	}
	return p.Expect
}
