//go:build !linux

package sandbox

import (
	"context"
	"errors"

	"ojbatch/judge"
)

// Sandbox is a [judge.Executor] that contains what it runs; there is none on this system.
type Sandbox struct{}

var _ judge.Executor = (*Sandbox)(nil)

var errNoSandbox = errors.New("sandbox: only Linux has what it takes to contain programs")

// Init has nothing to do on this system.
func Init() {}

// New returns an error that says that programs can not be contained on this system.
func New(int) (*Sandbox, error) { return nil, errNoSandbox }

// NewLandlock returns the same error.
func NewLandlock(int) (*Sandbox, error) { return nil, errNoSandbox }

// Run returns an error.
func (*Sandbox) Run(context.Context, judge.Command) (judge.Outcome, error) {
	return judge.Outcome{}, errNoSandbox
}

// Enforcement is that of nothing.
func (*Sandbox) Enforcement() judge.Enforcement { return judge.Enforcement{Isolation: "none"} }

// Close does nothing.
func (*Sandbox) Close() error { return nil }
