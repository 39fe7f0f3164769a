//go:build unix

package plain_test

import (
	"testing"

	"ojbatch/judge/executortest"
	"ojbatch/judge/plain"
)

func TestConformance(t *testing.T) {
	x, err := plain.New()
	if err != nil {
		t.Fatal(err)
	}
	executortest.Run(t, x)
}
