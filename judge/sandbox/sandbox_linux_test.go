package sandbox_test

import (
	"os"
	"testing"

	"ojbatch/judge/executortest"
	"ojbatch/judge/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	if os.Args[0] == judgeName {
		judgeForEver()
		return
	}
	os.Exit(m.Run())
}

func TestConformance(t *testing.T) {
	s, err := sandbox.New(4)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	t.Logf("%+v", s.Enforcement())
	executortest.Run(t, s)
}
