package toolchain

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestCompilerLog(t *testing.T) {
	filler := strings.Repeat("0123456789abcdef", logEnd/16)
	tests := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"short", "a.c:1:2: error\n", "a.c:1:2: error\n"},
		{"both ends full", filler + filler, filler + filler},
		{"one byte over", filler + "x" + filler, filler + "\n... 1 bytes left out ...\n" + filler},
		{"long", filler + strings.Repeat("y", 1e5) + filler,
			filler + "\n... 100000 bytes left out ...\n" + filler},
		{"cut in a character", "é" + strings.Repeat("x", logEnd-3) + "é" + filler + "z",
			"é" + strings.Repeat("x", logEnd-3) + "\uFFFD\n... 2 bytes left out ...\n" + filler[1:] + "z"},
		{"not text", "a\xffb", "a\uFFFDb"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			// However the text is cut into writes, the same is kept.
			for _, most := range []int{1, 7, logEnd, logEnd + 1, 1 << 30} {
				log := &compilerLog{}
				for rest := test.text; rest != ""; {
					n := min(len(rest), most)
					fmt.Fprint(log, rest[:n])
					rest = rest[n:]
				}
				got := log.String()
				if got != test.want {
					t.Fatalf("in writes of %d: %d bytes, want %d:\n%.200q", most, len(got), len(test.want), got)
				}
				if !utf8.ValidString(got) {
					t.Error("not UTF-8")
				}
			}
		})
	}
}
