package judge

import (
	"context"
	"io"
)

// The methods of comparison that a suite can name.
const (
	CompareExact     = "exact"     // byte for byte
	CompareLines     = "lines"     // CRLF is LF; blanks at line ends, blank lines at the end ignored
	CompareTokens    = "tokens"    // sequences separated by white space
	CompareFloats    = "floats"    // tokens; numbers within a tolerance
	CompareUnordered = "unordered" // the same lines in any order
	CompareChecker   = "checker"   // a program decides
)

// CompareMethods lists the methods in the order of documentation.
var CompareMethods = []string{
	CompareExact, CompareLines, CompareTokens, CompareFloats, CompareUnordered, CompareChecker,
}

// The protocols that checkers speak: what they are given and how they answer.
const (
	ProtocolTestlib = "testlib" // argv: input output answer; 0 accepts, 1, 2, 4 reject
	ProtocolICPC    = "icpc"    // argv: input answer feedback-dir, output on stdin; 42 accepts, 43 rejects
	ProtocolExit    = "exit"    // argv: input output answer; 0 accepts, 1 rejects
)

// CheckerProtocols lists the protocols in the order of documentation.
var CheckerProtocols = []string{ProtocolTestlib, ProtocolICPC, ProtocolExit}

// CompareSpec says how an output is compared with an answer. It is comparable; the zero value
// means [CompareLines].
type CompareSpec struct {
	Method     string // one of [CompareMethods], or empty
	IgnoreCase bool   // tokens: ASCII letters differ in nothing but case
	// Abs and Rel are the tolerances of floats: a number within either is right.
	Abs, Rel float64
	// Checker is the path of the checker's source or executable, Protocol what it speaks.
	Checker  string
	Protocol string
}

// Comparer compares outputs with answers.
type Comparer interface {
	// Compare says whether output answers c. It reads output to its end or until it knows,
	// and holds no more of it than a bounded window. Bytes of output are data whatever they
	// are. An error means that the judge or a checker failed, never that the output is wrong;
	// it is ctx's when ctx ended. Implementations are safe for concurrent use.
	Compare(ctx context.Context, c *Case, output io.Reader) (Comparison, error)
}

// Comparison is what a [Comparer] found.
type Comparison struct {
	Accepted bool
	// Why is one line: where the first difference is, or what was overlooked in accepting.
	Why string
	// Message is what a checker said, bounded.
	Message string
	// Want and Got are windows of the answer and the output around their first difference.
	// Both are zero where there is none to show.
	Want, Got Excerpt
}

// Excerpt is a bounded piece of a text.
type Excerpt struct {
	Text []byte
	// Line is the number, from 1, of the line in which Text begins; zero in an excerpt that
	// shows nothing.
	Line int
	// Skipped is how many bytes of that line come before Text, when it begins inside a line.
	Skipped int64
	// More says that the text goes on after the excerpt.
	More bool
}
