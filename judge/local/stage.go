package local

import (
	"os"

	"ojbatch/judge"
	"ojbatch/judge/memfile"
)

// stage gives d as a file that is read from its beginning and can not be written through. The
// file has no name any more, or is the user's own.
func stage(d judge.Data) (*os.File, error) {
	if path, ok := d.Path(); ok {
		return os.Open(path)
	}
	r, err := d.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return memfile.Copy(r)
}
