package cache

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// What an entry's directory holds.
const (
	filesName    = "files"
	manifestName = "manifest.json"
)

// errDamaged says that an entry is not what was written.
var errDamaged = errors.New("damaged entry")

const manifestVersion = 1

// manifest lists the files of an entry. It shows a file that is missing, added, cut short or
// with another mode; it does not read them, and so misses a change that keeps the size.
type manifest struct {
	Version int    `json:"version"`
	Files   []file `json:"files"`
}

type file struct {
	Name string      `json:"name"` // relative to the entry's files, with slashes
	Size int64       `json:"size"`
	Mode fs.FileMode `json:"mode"`
}

// writeManifest lists the files of the entry in dir. It takes set-user and set-group bits off
// them: what wrote them may be a stranger's code that runs as the judge's user, and a program
// left behind with these bits would give that user away.
func writeManifest(dir string) error {
	root := filepath.Join(dir, filesName)
	files, err := list(root)
	if err != nil {
		return err
	}
	for i, f := range files {
		if bits := fs.ModeSetuid | fs.ModeSetgid; f.Mode&bits != 0 {
			files[i].Mode &^= bits
			err := os.Chmod(filepath.Join(root, filepath.FromSlash(f.Name)), files[i].Mode)
			if err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(manifest{manifestVersion, files})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, manifestName), text, 0o666)
}

// checkManifest returns [os.ErrNotExist] when there is no entry in dir, and [errDamaged] when
// there is one that is not as its manifest says.
func checkManifest(dir string) error {
	if _, err := os.Lstat(dir); errors.Is(err, os.ErrNotExist) {
		return err
	}
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return fmt.Errorf("%w: %v", errDamaged, err)
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil || m.Version != manifestVersion {
		return fmt.Errorf("%w: manifest of another version, or none (%v)", errDamaged, err)
	}
	files, err := list(filepath.Join(dir, filesName))
	if err != nil {
		return fmt.Errorf("%w: %v", errDamaged, err)
	}
	if !slices.Equal(files, m.Files) {
		return fmt.Errorf("%w: files differ from the manifest", errDamaged)
	}
	return nil
}

// list returns everything below root that is not a directory, in a fixed order.
func list(root string) ([]file, error) {
	files := []file{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		files = append(files, file{filepath.ToSlash(name), info.Size(), info.Mode()})
		return nil
	})
	return files, err
}
