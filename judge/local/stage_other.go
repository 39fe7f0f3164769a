//go:build !linux

package local

import (
	"io"
	"os"
)

func stageInMemory(r io.Reader) (*os.File, error) { return stageOnDisk(r) }
