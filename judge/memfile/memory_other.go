//go:build !linux

package memfile

import (
	"errors"
	"os"
)

// create can not make a file in memory on this system.
func create() (w *os.File, reopen func() (*os.File, error), err error) {
	return nil, nil, errors.ErrUnsupported
}

// Named says whether f is a regular file that has a name: any but a temporary one.
func Named(f *os.File) bool {
	st, err := f.Stat()
	return err == nil && st.Mode().IsRegular()
}
