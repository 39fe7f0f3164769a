package sandbox_test

import (
	"os"
	"testing"

	"ojbatch/judge/executortest"
	"ojbatch/judge/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	switch {
	case os.Args[0] == judgeName:
		judgeForEver(os.Args[1])
		return
	case len(os.Args) > 1 && os.Args[1] == measuredName:
		measured(os.Args[2:])
		return
	case len(os.Args) == 2 && os.Args[1] == namespacesName:
		makeNamespaces()
		return
	case len(os.Args) == 2 && os.Args[1] == closerName:
		closer()
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
