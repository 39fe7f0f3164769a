//go:build unix

package cache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func TestEntriesAreForOthersToo(t *testing.T) {
	home := t.TempDir()
	// What the umask leaves is what a plain mkdir gets.
	plain := filepath.Join(home, "plain")
	if err := os.Mkdir(plain, 0o777); err != nil {
		t.Fatal(err)
	}
	want := mode(t, plain)
	dir := mustFill(t, open(t, filepath.Join(home, "cache")), key("a"), nil)
	for ; dir != home; dir = filepath.Dir(dir) {
		if got := mode(t, dir); got != want {
			t.Errorf("%s has mode %v, want %v", dir, got, want)
		}
	}
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func TestSetUserBitsAreTaken(t *testing.T) {
	c := open(t, t.TempDir())
	dir, err := c.Fill(t.Context(), key("a"), func(dir string) error {
		return errors.Join(
			writes(map[string]string{"x": ""})(dir),
			os.Chmod(filepath.Join(dir, "x"), 0o755|fs.ModeSetuid|fs.ModeSetgid))
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := mode(t, filepath.Join(dir, "x")); got != 0o755 {
		t.Errorf("mode is %v", got)
	}
	if _, ok := c.Dir(key("a")); !ok {
		t.Error("the entry counts as damaged")
	}
}
