//go:build !linux

package attack

import (
	"context"
	"errors"

	"ojbatch/judge"
)

// Init has nothing to do on this system.
func Init() {}

// All returns nothing: the attacks are for Linux.
func All() []Attack { return nil }

// Run returns an error.
func Run(context.Context, judge.Executor, func(Result)) error {
	return errors.New("attack: the containment suite is for Linux")
}
