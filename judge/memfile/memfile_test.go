//go:build linux

package memfile_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"ojbatch/judge/memfile"
)

// TestCopy crosses the border between memory and disk.
func TestCopy(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, size := range []int{0, 1, 64 << 20, 64<<20 + 1} {
		text := bytes.Repeat([]byte("0123456\n"), size/8+1)[:size]
		f, err := memfile.Copy(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(f)
		if err != nil || !bytes.Equal(got, text) {
			t.Errorf("%d bytes became %d, %v", size, len(got), err)
		}
		if _, err := f.WriteString("x"); err == nil {
			t.Errorf("%d bytes can be written", size)
		}
		f.Close()
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestReadersErrorIsTold(t *testing.T) {
	reason := errors.New("corrupt")
	_, err := memfile.Copy(io.MultiReader(bytes.NewReader([]byte("x")), iotest.ErrReader(reason)))
	if !errors.Is(err, reason) {
		t.Errorf("error %v, want the reader's", err)
	}
}

func TestNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.in")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	anonymous, err := memfile.Copy(f)
	if err != nil {
		t.Fatal(err)
	}
	defer anonymous.Close()
	if !memfile.Named(f) || memfile.Named(anonymous) {
		t.Errorf("named: %t, its copy: %t", memfile.Named(f), memfile.Named(anonymous))
	}
}
