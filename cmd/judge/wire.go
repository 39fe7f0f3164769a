package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ojbatch/judge"
	"ojbatch/judge/cache"
	"ojbatch/judge/compare"
	"ojbatch/judge/local"
	"ojbatch/judge/plain"
	"ojbatch/judge/sandbox"
	"ojbatch/judge/toolchain"
)

// worker is the local worker with what has to be closed after it.
type worker struct {
	*local.Worker
	toolchain *toolchain.Toolchain
	closers   []io.Closer // in the order in which they were made
}

func (w *worker) close() error {
	var errs []error
	for _, c := range slices.Backward(w.closers) {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

type workerOptions struct {
	isolation string
	jobs      int // programs at once; less than one is one for each CPU
	noCache   bool
	languages []string // paths of tables
}

func newWorker(o workerOptions) (_ *worker, err error) {
	w := &worker{}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	executor, err := newExecutor(o)
	if err != nil {
		return nil, err
	}
	if c, ok := executor.(io.Closer); ok {
		w.closers = append(w.closers, c)
	}
	artifacts, err := openCache(o.noCache)
	if err != nil {
		return nil, err
	}
	if artifacts != nil {
		w.closers = append(w.closers, artifacts)
	}
	w.toolchain, err = toolchain.New(toolchain.Options{
		Executor: executor, Cache: artifacts, Tables: o.languages,
	})
	if err != nil {
		return nil, err
	}
	w.closers = append(w.closers, w.toolchain)
	w.Worker = &local.Worker{
		Builder:  w.toolchain,
		Executor: executor,
		NewComparer: func(spec judge.CompareSpec) (judge.Comparer, error) {
			if spec.Method == judge.CompareChecker {
				return compare.NewChecker(spec, w.toolchain, executor), nil
			}
			return compare.New(spec)
		},
	}
	return w, nil
}

// newExecutor returns the executor of a level of isolation; auto is the strongest that works.
func newExecutor(o workerOptions) (judge.Executor, error) {
	switch o.isolation {
	case "none":
		return plain.New()
	case "container":
		return contained(o, sandbox.New)
	case "landlock":
		return contained(o, sandbox.NewLandlock)
	case "auto":
		for _, level := range []func(int) (*sandbox.Sandbox, error){sandbox.New, sandbox.NewLandlock} {
			if s, err := level(o.jobs); err == nil {
				return s, nil
			}
		}
		return plain.New()
	}
	return nil, fmt.Errorf("--isolation %q: want auto, container, landlock or none", o.isolation)
}

func contained(o workerOptions, level func(int) (*sandbox.Sandbox, error)) (judge.Executor, error) {
	s, err := level(o.jobs)
	if err != nil {
		return nil, hinted{
			fmt.Errorf("--isolation %s: %w", o.isolation, err),
			"--isolation none runs programs without isolation, if you trust them",
		}
	}
	return s, nil
}

// openCache returns the user's cache, or nil when there is to be none.
func openCache(none bool) (*cache.Cache, error) {
	if none {
		return nil, nil
	}
	dir, err := cache.DefaultDir()
	if err != nil {
		return nil, err
	}
	return cache.Open(dir)
}

// requirements are what --require demands.
type requirements struct {
	toolchains bool        // every program can be built here
	enforced   [][2]string // keys of [judge.Enforcement] and their values
}

func parseRequirements(args []string) (requirements, error) {
	var r requirements
	for _, arg := range args {
		key, value, ok := strings.Cut(arg, "=")
		switch {
		case !ok:
			return r, fmt.Errorf("--require %q: want KEY=VALUE, such as memory=cgroup", arg)
		case key == "toolchain" && value == "all":
			r.toolchains = true
		case key == "toolchain":
			return r, fmt.Errorf("--require %q: the only value of toolchain is all", arg)
		default:
			r.enforced = append(r.enforced, [2]string{key, value})
		}
	}
	return r, nil
}

// met returns an error that names every requirement that e does not meet.
func (r requirements) met(e judge.Enforcement) error {
	var errs []error
	for _, kv := range r.enforced {
		if err := e.Require(kv[0], kv[1]); err != nil {
			errs = append(errs, fmt.Errorf("--require %s=%s: %w", kv[0], kv[1], err))
		}
	}
	return errors.Join(errs...)
}
