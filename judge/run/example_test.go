//go:build unix

package run_test

import (
	"cmp"
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"ojbatch/judge"
	"ojbatch/judge/compare"
	"ojbatch/judge/local"
	"ojbatch/judge/plain"
	"ojbatch/judge/run"
	"ojbatch/judge/suite"
	"ojbatch/judge/toolchain"
)

// printer is a sink: it prints what each program got.
type printer struct{}

func (printer) Accept(e judge.Event) error {
	if f, ok := e.(judge.ProgramFinished); ok {
		for _, r := range f.Results {
			fmt.Printf("%s %s, %s\n", r.Case.Name, r.Verdict, cmp.Or(r.Why, "the answer itself"))
		}
	}
	return nil
}

func Example() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "double.yaml")
	err = os.WriteFile(file, []byte(`
programs: [{run: [/bin/sh, -c, "read n; echo $((n * n))"]}]
cases:
  - {name: two, input: "2", output: "4\n"}
  - {name: three, input: "3", output: "6\n"}
`), 0o600)
	if err != nil {
		log.Fatal(err)
	}

	suites, err := suite.LoadAll([]string{file})
	if err != nil {
		log.Fatal(err) // every mistake with its line and column
	}
	executor, err := plain.New() // or sandbox.New, for programs of strangers
	if err != nil {
		log.Fatal(err)
	}
	builder, err := toolchain.New(toolchain.Options{Executor: executor})
	if err != nil {
		log.Fatal(err)
	}
	defer builder.Close()
	worker := &local.Worker{Builder: builder, Executor: executor, NewComparer: compare.New}

	summary, err := run.Run(context.Background(), worker, run.Plan{Suites: suites}, printer{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(summary.Unexpected, "unexpected")
	// Output:
	// two AC, the answer itself
	// three WA, line 1: got "9", want "6"
	// 1 unexpected
}
