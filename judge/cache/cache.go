// Package cache keeps directories of files on disk under keys that say what they were made
// from. It knows bytes and nothing of what they mean.
//
// # On disk
//
//	entries/3f/3f9a.../files/         what fill wrote; never changed afterwards
//	entries/3f/3f9a.../manifest.json  names, sizes and modes of these files
//	staging/x7/                       entries that the process which made x7 is filling
//	staging/x7.lock                   locked for as long as that process has the cache open
//	lock                              locked while an entry is put in place or taken away
//
// An entry is filled in staging, gets its manifest last, and is renamed into place whole. A
// process that dies leaves a staging directory and no entry; the next [Open] finds its lock
// free and clears up. Locks are the operating system's (flock, LockFileEx): they end with the
// process that holds them, however it ends, so the staging of a live one is never removed.
//
// Nothing is synced. After a power failure an entry may be there without its content, which
// the manifest then shows.
//
// # Age
//
// Each use of an entry sets the modification time of its manifest, so that the entries unused
// for longest can be told by it and trimmed.
package cache

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Cache is a directory of entries. It is safe for concurrent use, and any number of processes
// may have one directory open.
type Cache struct {
	dir     string
	staging *staging

	mu      sync.Mutex
	filling map[Key]*call
}

// call is one filling of an entry, for which callers of the same key wait.
type call struct {
	done chan struct{}
	// The following are set before done is closed.
	dir       string
	err       error
	abandoned bool // the context of the caller that filled has ended: its error is its own
}

// DefaultDir is the directory that the environment asks for: $JUDGE_CACHE, or else "judge" in
// the user's cache directory. It is absolute and need not exist.
func DefaultDir() (string, error) {
	if dir := os.Getenv("JUDGE_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("cache: no place for it (set JUDGE_CACHE to a directory): %w", err)
	}
	return filepath.Join(dir, "judge"), nil
}

// Open opens the cache in dir, makes the directory if need be, and removes what processes
// that died have left unfinished. The caller closes it.
func Open(dir string) (*Cache, error) {
	c := &Cache{filling: map[Key]*call{}}
	if err := c.open(dir); err != nil {
		return nil, fmt.Errorf("cache %q (set JUDGE_CACHE to a directory that can be written): %w",
			dir, err)
	}
	return c, nil
}

func (c *Cache) open(dir string) (err error) {
	if c.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(c.dir, "entries"), 0o777); err != nil {
		return err
	}
	c.staging, err = openStaging(filepath.Join(c.dir, "staging"))
	return err
}

// Close removes what is unfinished. No call may be under way, and none may follow. Entries
// stay.
func (c *Cache) Close() error { return c.staging.close() }

// Dir returns the absolute path of the files kept under key, and whether there are any. An
// entry that is not as it was filled is removed and counts as absent.
func (c *Cache) Dir(key Key) (string, bool) {
	entry := c.entry(key)
	err := checkManifest(entry)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		err = c.exclusively(func() error { return c.dropDamaged(entry) })
	}
	if err != nil {
		return "", false
	}
	now := time.Now()
	// An entry whose age can not be set is as good as any.
	_ = os.Chtimes(filepath.Join(entry, manifestName), now, now)
	return filepath.Join(entry, filesName), true
}

// Fill returns the absolute path of the files kept under key. When there are none it calls
// fill to write them into dir, an empty directory; they become the entry if fill returns nil,
// and are removed otherwise. Set-user and set-group bits are taken off them.
//
// Callers of one key in this process wait for each other, and share the error of the one that
// filled, unless its ctx has ended: then another of them fills. Between processes both fill,
// and the first to finish wins. A caller that waits returns ctx's error as soon as ctx ends;
// fill itself has to observe it.
func (c *Cache) Fill(ctx context.Context, key Key, fill func(dir string) error) (string, error) {
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if dir, ok := c.Dir(key); ok {
			return dir, nil
		}
		running, mine := c.join(key)
		if mine {
			return c.lead(ctx, key, running, fill)
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-running.done:
			if !running.abandoned {
				return running.dir, running.err
			}
		}
	}
}

// join returns the call that fills key, and whether it is the caller's to make.
func (c *Cache) join(key Key) (running *call, mine bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if running, ok := c.filling[key]; ok {
		return running, false
	}
	running = &call{done: make(chan struct{})}
	c.filling[key] = running
	return running, true
}

// lead fills key for everybody who waits for running.
func (c *Cache) lead(
	ctx context.Context, key Key, running *call, fill func(dir string) error,
) (string, error) {
	running.abandoned = true // if fill panics
	defer func() {
		c.mu.Lock()
		delete(c.filling, key)
		c.mu.Unlock()
		close(running.done)
	}()
	running.dir, running.err = c.make(key, fill)
	running.abandoned = running.err != nil && ctx.Err() != nil
	return running.dir, running.err
}

// make fills a new entry and puts it in place.
func (c *Cache) make(key Key, fill func(dir string) error) (string, error) {
	// A caller that was here first may have left just before this one joined.
	if dir, ok := c.Dir(key); ok {
		return dir, nil
	}
	fresh, err := c.staging.mkdir()
	if err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	defer os.RemoveAll(fresh)
	files := filepath.Join(fresh, filesName)
	if err := os.Mkdir(files, 0o777); err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	if err := fill(files); err != nil {
		return "", err
	}
	if err := writeManifest(fresh); err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	entry := c.entry(key)
	if err := c.exclusively(func() error { return c.publish(fresh, entry) }); err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	return filepath.Join(entry, filesName), nil
}

// publish renames fresh to entry, unless another process did so first. The caller holds the
// lock.
func (c *Cache) publish(fresh, entry string) error {
	if err := c.dropDamaged(entry); err == nil {
		return nil
	} else if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(entry), 0o777); err != nil {
		return err
	}
	return os.Rename(fresh, entry)
}

// dropDamaged takes a damaged entry away. It returns nil for a sound one, which stays, and
// [os.ErrNotExist] when there is none or none any more. The caller holds the lock: without it
// the entry could be replaced by a sound one between the check and the removal.
func (c *Cache) dropDamaged(entry string) error {
	err := checkManifest(entry)
	if err == nil || errors.Is(err, os.ErrNotExist) {
		return err
	}
	trash, err := c.staging.mkdir()
	if err != nil {
		return err
	}
	defer os.RemoveAll(trash)
	if err := os.Rename(entry, filepath.Join(trash, "entry")); err != nil {
		return err
	}
	return os.ErrNotExist
}

// exclusively calls f while no other process or goroutine changes entries.
func (c *Cache) exclusively(f func() error) error {
	file, err := os.OpenFile(filepath.Join(c.dir, "lock"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	defer file.Close() // unlocks
	if err := lock(file); err != nil {
		return fmt.Errorf("lock %s: %w", file.Name(), err)
	}
	return f()
}

func (c *Cache) entry(key Key) string {
	name := key.String()
	return filepath.Join(c.dir, "entries", name[:2], name)
}
