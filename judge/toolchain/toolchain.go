// Package toolchain builds programs: it knows languages, as data in one table, finds their
// compilers and interpreters on this machine, and compiles into the cache.
//
// The table is languages.yaml; its head explains the form, and a file of the user in the same
// form extends it.
//
// # What a program is
//
// A program is what an online judge would take: sources of one language, that use the standard
// library only. They are copied, so nothing beside them has a part in the build. A directory
// is the sources right in it, without those of directories below.
//
// # Trust
//
// Compilers read strangers' text, and some run parts of it (BEGIN blocks of Perl). They run
// through the executor, under limits, with an environment that holds nothing of the judge's.
// What they may write besides their staging directory is, for Go, the user's build cache, so
// that the standard library is compiled once; the go command runs nothing of a program that it
// builds.
package toolchain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"ojbatch/judge"
	"ojbatch/judge/cache"
)

// Options say what a [Toolchain] works with.
type Options struct {
	// Executor runs the compilers. It is required.
	Executor judge.Executor
	// Cache keeps what was built. Nil is a temporary one that Close removes.
	Cache *cache.Cache
	// Tables are files of the user over the table of languages, later ones over earlier.
	Tables []string
	// LookPath finds programs; nil is [exec.LookPath].
	LookPath func(name string) (string, error)
}

// Toolchain is a [judge.Builder]. It is safe for concurrent use.
type Toolchain struct {
	executor judge.Executor
	cache    *cache.Cache
	lookPath func(name string) (string, error)
	table    *table
	closers  []func() error

	mu       sync.Mutex
	asked    map[string]func() (answer, error) // by tool and arguments
	rejected sync.Map                          // cache.Key -> *judge.CompilationError
}

var _ judge.Builder = (*Toolchain)(nil)

// New returns a toolchain. Mistakes in o.Tables are in its error, one line each, as
// "file:line: what". The caller closes the toolchain.
func New(o Options) (*Toolchain, error) {
	if o.Executor == nil {
		return nil, errors.New("toolchain: no executor")
	}
	table, err := loadTables(o.Tables)
	if err != nil {
		return nil, err
	}
	t := &Toolchain{
		executor: o.Executor,
		cache:    o.Cache,
		lookPath: o.LookPath,
		table:    table,
		asked:    map[string]func() (answer, error){},
	}
	if t.lookPath == nil {
		t.lookPath = exec.LookPath
	}
	if t.cache == nil {
		if err := t.openTemporary(); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// openTemporary makes a cache for the life of t.
func (t *Toolchain) openTemporary() error {
	dir, err := os.MkdirTemp("", "judge-cache-")
	if err != nil {
		return fmt.Errorf("toolchain: %w", err)
	}
	remove := func() error { return os.RemoveAll(dir) }
	// Programs may run as another user.
	err = os.Chmod(dir, 0o755)
	if err == nil {
		t.cache, err = cache.Open(dir)
	}
	if err != nil {
		return errors.Join(err, remove())
	}
	t.closers = []func() error{t.cache.Close, remove}
	return nil
}

// Close removes what is temporary. Artifacts are not usable afterwards unless Options.Cache
// keeps them. No call may be under way.
func (t *Toolchain) Close() error {
	var errs []error
	for _, closer := range t.closers {
		errs = append(errs, closer())
	}
	return errors.Join(errs...)
}

// Build implements [judge.Builder]. A program that was rejected is not compiled again in the
// life of t; one that was built is found in the cache.
func (t *Toolchain) Build(ctx context.Context, p *judge.Program) (judge.Artifact, error) {
	if err := ctx.Err(); err != nil {
		return judge.Artifact{}, err
	}
	if len(p.Argv) > 0 {
		return t.command(p.Argv)
	}
	info, err := os.Stat(p.Path)
	if err != nil {
		return judge.Artifact{}, fmt.Errorf("program %q: %w", p.Path, cmp.Or(errors.Unwrap(err), err))
	}
	if info.IsDir() {
		s, err := t.readDirectory(p.Path)
		if err != nil {
			return judge.Artifact{}, err
		}
		return t.build(ctx, s)
	}
	if !info.Mode().IsRegular() {
		return judge.Artifact{}, fmt.Errorf("program %q: not a regular file", p.Path)
	}
	name, known := t.table.language(filepath.Ext(p.Path))
	if !known {
		return t.executable(p.Path)
	}
	s, err := readSource(t.table.definitions[name], name, p.Path)
	if err != nil {
		return judge.Artifact{}, err
	}
	return t.build(ctx, s)
}
