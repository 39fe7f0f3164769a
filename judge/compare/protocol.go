package compare

import (
	"fmt"

	"ojbatch/judge"
)

// protocol is what a checker is given, and what its exit codes mean. Codes that are not listed
// are failures of the checker.
type protocol struct {
	args          func(*files) []string
	outputOnStdin bool
	accepts       int
	rejects       map[int]string // what each code says besides, if anything
	fails         map[int]string // why each code is a failure
}

// protocols are that of testlib's checkers (testlib.h, resultExitCode), that of output
// validators in the Problem Package Format of Kattis, DOMjudge and the ICPC, and that of
// programs which say yes or no as test(1) does.
var protocols = map[string]protocol{
	judge.ProtocolTestlib: {
		args:    inputOutputAnswer,
		accepts: 0,
		rejects: map[int]string{1: "", 2: "presentation error", 4: "text after the end"},
		fails: map[int]string{
			3: "it finds the case or itself at fault",
			7: "it gives points, which have no place here",
		},
	},
	judge.ProtocolICPC: {
		args:          inputAnswerFeedback,
		outputOnStdin: true,
		accepts:       42,
		rejects:       map[int]string{43: ""},
	},
	judge.ProtocolExit: {
		args:    inputOutputAnswer,
		accepts: 0,
		rejects: map[int]string{1: ""},
	},
}

func inputOutputAnswer(f *files) []string { return []string{f.input, f.output, f.answer} }

// inputAnswerFeedback ends the directory's name with a slash, for validators that put names of
// files right behind it.
func inputAnswerFeedback(f *files) []string { return []string{f.input, f.answer, f.feedback + "/"} }

// rule says what it means that a checker ended as o and said message. An error is the failure
// of the checker.
func (p protocol) rule(o judge.Outcome, message string) (judge.Comparison, error) {
	if o.Cause != judge.CauseExited {
		_, why := judge.Decide(judge.Facts{Limits: checkerLimits, Outcome: o})
		return judge.Comparison{}, fmt.Errorf("%s%s", why, saying(lastPart(message)))
	}
	if o.ExitCode == p.accepts {
		return judge.Comparison{Accepted: true, Message: message}, nil
	}
	if what, rejects := p.rejects[o.ExitCode]; rejects {
		return judge.Comparison{Why: rejection(what, message), Message: message}, nil
	}
	why := fmt.Sprintf("exit code %d", o.ExitCode)
	if reason := p.fails[o.ExitCode]; reason != "" {
		why += ": " + reason
	}
	return judge.Comparison{}, fmt.Errorf("%s%s", why, saying(lastPart(message)))
}

// rejection is why an output is wrong in the eyes of a checker that says what and message.
func rejection(what, message string) string {
	why := "rejected by the checker"
	if what != "" {
		why += " (" + what + ")"
	}
	if said := firstLine(message); said != "" {
		why += fmt.Sprintf(": %q", said)
	}
	return why
}

// saying is the end of an error of a checker that said something.
func saying(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("; it said %q", text)
}
