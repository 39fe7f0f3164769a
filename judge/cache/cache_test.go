package cache

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func open(t *testing.T, dir string) *Cache {
	t.Helper()
	c, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func key(s string) Key { return NewHash(s).Sum() }

// writes returns a fill that writes files, by name.
func writes(files map[string]string) func(string) error {
	return func(dir string) error {
		for name, text := range files {
			path := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				return err
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				return err
			}
		}
		return nil
	}
}

func mustFill(t *testing.T, c *Cache, k Key, files map[string]string) string {
	t.Helper()
	dir, err := c.Fill(t.Context(), k, writes(files))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// stagings returns what lies in the staging directories of the cache in dir.
func stagings(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "staging", "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestFillThenFind(t *testing.T) {
	home := t.TempDir()
	c := open(t, home)
	if dir, ok := c.Dir(key("a")); ok {
		t.Fatalf("an empty cache has %s", dir)
	}
	filled := mustFill(t, c, key("a"), map[string]string{"x": "1", "sub/dir/y": "2"})
	found, ok := open(t, home).Dir(key("a"))
	if !ok || found != filled || !filepath.IsAbs(found) {
		t.Fatalf("filled %q, then found %q, %v", filled, found, ok)
	}
	if got := read(t, filepath.Join(found, "sub", "dir", "y")); got != "2" {
		t.Errorf("the file reads %q", got)
	}
	if _, ok := c.Dir(key("b")); ok {
		t.Error("another key has the entry too")
	}
	if left := stagings(t, home); len(left) > 0 {
		t.Errorf("left in staging: %q", left)
	}
}

func TestFillOnlyOnce(t *testing.T) {
	c := open(t, t.TempDir())
	first := mustFill(t, c, key("a"), map[string]string{"x": "1"})
	second, err := c.Fill(t.Context(), key("a"), func(string) error {
		return errors.New("filled a second time")
	})
	if err != nil || first != second {
		t.Errorf("first %q, then %q, %v", first, second, err)
	}
}

func TestFillThatFailsLeavesNothing(t *testing.T) {
	home := t.TempDir()
	c := open(t, home)
	broken := errors.New("broken")
	_, err := c.Fill(t.Context(), key("a"), func(dir string) error {
		return errors.Join(writes(map[string]string{"half": "1"})(dir), broken)
	})
	if !errors.Is(err, broken) {
		t.Errorf("error is %v", err)
	}
	if dir, ok := c.Dir(key("a")); ok {
		t.Errorf("there is an entry %s", dir)
	}
	if left := stagings(t, home); len(left) > 0 {
		t.Errorf("left in staging: %q", left)
	}
	mustFill(t, c, key("a"), nil)
}

func TestFillThatPanicsReleasesTheKey(t *testing.T) {
	home := t.TempDir()
	c := open(t, home)
	func() {
		defer func() { _ = recover() }()
		_, _ = c.Fill(t.Context(), key("a"), func(string) error { panic("fill") })
	}()
	if left := stagings(t, home); len(left) > 0 {
		t.Errorf("left in staging: %q", left)
	}
	mustFill(t, c, key("a"), nil)
}

func TestConcurrentCallersFillOnce(t *testing.T) {
	c := open(t, t.TempDir())
	var fills atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			dir, err := c.Fill(t.Context(), key("a"), func(dir string) error {
				fills.Add(1)
				return writes(map[string]string{"x": "1"})(dir)
			})
			if err != nil {
				t.Error(err)
			} else if got := read(t, filepath.Join(dir, "x")); got != "1" {
				t.Errorf("the file reads %q", got)
			}
		})
	}
	wg.Wait()
	if n := fills.Load(); n != 1 {
		t.Errorf("filled %d times", n)
	}
}

// blocked starts a fill that waits until release is closed, and returns once it runs.
func blocked(t *testing.T, c *Cache, ctx context.Context, release chan struct{}) chan error {
	t.Helper()
	running, result := make(chan struct{}), make(chan error, 1)
	go func() {
		_, err := c.Fill(ctx, key("a"), func(string) error {
			close(running)
			<-release
			return ctx.Err()
		})
		result <- err
	}()
	<-running
	return result
}

func TestCancelledWaiterLeaves(t *testing.T) {
	c := open(t, t.TempDir())
	release := make(chan struct{})
	leader := blocked(t, c, t.Context(), release)
	ctx, cancel := context.WithCancel(t.Context())
	waiter := make(chan error, 1)
	go func() {
		_, err := c.Fill(ctx, key("a"), writes(nil))
		waiter <- err
	}()
	cancel()
	if err := <-waiter; !errors.Is(err, context.Canceled) {
		t.Errorf("the waiter got %v", err)
	}
	close(release)
	if err := <-leader; err != nil {
		t.Errorf("the one that filled got %v", err)
	}
}

func TestCancelledLeaderDoesNotFailTheOthers(t *testing.T) {
	c := open(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	leader := blocked(t, c, ctx, release)
	var wg sync.WaitGroup
	var fills atomic.Int32
	for range 5 {
		wg.Go(func() {
			_, err := c.Fill(t.Context(), key("a"), func(string) error { fills.Add(1); return nil })
			if err != nil {
				t.Errorf("a waiter got %v", err)
			}
		})
	}
	cancel()
	close(release)
	if err := <-leader; !errors.Is(err, context.Canceled) {
		t.Errorf("the cancelled one got %v", err)
	}
	wg.Wait()
	if n := fills.Load(); n != 1 {
		t.Errorf("the others filled %d times", n)
	}
}

func TestFillWithEndedContext(t *testing.T) {
	c := open(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := c.Fill(ctx, key("a"), func(string) error { t.Error("filled"); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

func TestFirstOfTwoProcessesWins(t *testing.T) {
	home := t.TempDir()
	a, b := open(t, home), open(t, home)
	slow, err := a.Fill(t.Context(), key("a"), func(dir string) error {
		mustFill(t, b, key("a"), map[string]string{"x": "first"})
		return writes(map[string]string{"x": "second"})(dir)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, filepath.Join(slow, "x")); got != "first" {
		t.Errorf("the entry is of the %s to finish", got)
	}
	if left := stagings(t, home); len(left) > 0 {
		t.Errorf("left in staging: %q", left)
	}
}

func TestDamageIsNoticed(t *testing.T) {
	tests := map[string]func(entry string) error{
		"file removed": func(e string) error { return os.Remove(filepath.Join(e, "files", "x")) },
		"file cut": func(e string) error {
			return os.Truncate(filepath.Join(e, "files", "x"), 0)
		},
		"mode changed": func(e string) error {
			return os.Chmod(filepath.Join(e, "files", "x"), 0o444)
		},
		"file added": func(e string) error { return writes(map[string]string{"files/z": ""})(e) },
		"file is a directory": func(e string) error {
			x := filepath.Join(e, "files", "x")
			return errors.Join(os.Remove(x), os.Mkdir(x, 0o777))
		},
		"files removed": func(e string) error { return os.RemoveAll(filepath.Join(e, "files")) },
		"manifest removed": func(e string) error {
			return os.Remove(filepath.Join(e, manifestName))
		},
		"manifest cut": func(e string) error {
			return os.Truncate(filepath.Join(e, manifestName), 20)
		},
		"manifest empty": func(e string) error {
			return os.Truncate(filepath.Join(e, manifestName), 0)
		},
		"manifest of another version": func(e string) error {
			return writes(map[string]string{manifestName: `{"version":2,"files":[]}`})(e)
		},
		"entry emptied": func(e string) error {
			return errors.Join(os.RemoveAll(e), os.Mkdir(e, 0o777))
		},
	}
	files := map[string]string{"x": "1", "y": "2"}
	for name, damage := range tests {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			c := open(t, home)
			dir := mustFill(t, c, key("a"), files)
			if err := damage(filepath.Dir(dir)); err != nil {
				t.Fatal(err)
			}
			if _, ok := c.Dir(key("a")); ok {
				t.Error("a damaged entry is found")
			}
			if _, err := os.Lstat(filepath.Dir(dir)); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("it is still there: %v", err)
			}
			if left := stagings(t, home); len(left) > 0 {
				t.Errorf("left in staging: %q", left)
			}
			if again := mustFill(t, c, key("a"), files); read(t, filepath.Join(again, "x")) != "1" {
				t.Error("the entry was not filled again")
			}
		})
	}
}

func TestFillReplacesWhatIsDamagedMeanwhile(t *testing.T) {
	home := t.TempDir()
	a, b := open(t, home), open(t, home)
	dir, err := a.Fill(t.Context(), key("a"), func(dir string) error {
		other := mustFill(t, b, key("a"), map[string]string{"x": "1"})
		return errors.Join(os.Remove(filepath.Join(other, "x")),
			writes(map[string]string{"x": "2"})(dir))
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, filepath.Join(dir, "x")); got != "2" {
		t.Errorf("the file reads %q", got)
	}
}

func TestUseSetsTheTime(t *testing.T) {
	c := open(t, t.TempDir())
	dir := mustFill(t, c, key("a"), nil)
	manifest := filepath.Join(filepath.Dir(dir), manifestName)
	old := time.Unix(1, 0)
	if err := os.Chtimes(manifest, old, old); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Dir(key("a")); !ok {
		t.Fatal("the entry is gone")
	}
	info, err := os.Stat(manifest)
	if err != nil {
		t.Fatal(err)
	}
	if !info.ModTime().After(old) {
		t.Error("the manifest is as old as before")
	}
}

func TestOpenWhereNothingCanBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Open(filepath.Join(file, "cache"))
	if err == nil || !strings.Contains(err.Error(), "JUDGE_CACHE") {
		t.Errorf("error is %v", err)
	}
}

func TestDefaultDir(t *testing.T) {
	given := filepath.Join(t.TempDir(), "given")
	t.Setenv("JUDGE_CACHE", given)
	if got, err := DefaultDir(); err != nil || got != given {
		t.Errorf("got %q, %v", got, err)
	}
	t.Setenv("JUDGE_CACHE", "relative")
	if got, err := DefaultDir(); err != nil || !filepath.IsAbs(got) {
		t.Errorf("a relative one is %q, %v", got, err)
	}
	t.Setenv("JUDGE_CACHE", "")
	if got, err := DefaultDir(); err != nil || filepath.Base(got) != "judge" {
		t.Errorf("without the variable: %q, %v", got, err)
	}
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, "")
	}
	if got, err := DefaultDir(); err == nil || !strings.Contains(err.Error(), "JUDGE_CACHE") {
		t.Errorf("without a home: %q, %v", got, err)
	}
}
