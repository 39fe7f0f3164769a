//go:build unix

package plain_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"ojbatch/judge"
	"ojbatch/judge/plain"
)

// TestScratchIsRemovedWhateverTheProgramDidToIt matters when the judge is not root: then a
// directory without permissions can not be emptied as it is.
func TestScratchIsRemovedWhateverTheProgramDidToIt(t *testing.T) {
	x, err := plain.New()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	o, err := x.Run(t.Context(), judge.Command{
		Argv: []string{"/bin/sh", "-c",
			"pwd; mkdir -p a/b && touch a/b/c && ln -s / a/root && chmod 0 a/b a && chmod 0 ."},
		Limits: judge.Limits{}.WithDefaults(),
		Stdout: &out,
	})
	if err != nil || o.ExitCode != 0 {
		t.Fatalf("%+v, %v", o, err)
	}
	dir := strings.TrimSpace(out.String())
	if _, err := os.Lstat(dir); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", dir, err)
	}
}
