package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"ojbatch/judge"
	"ojbatch/judge/cache"
)

// build returns the artifact of a program, compiled now or found in the cache.
func (t *Toolchain) build(ctx context.Context, s *sources) (judge.Artifact, error) {
	l, err := await(ctx, func() (*language, error) { return t.resolve(s.language) })
	if err != nil {
		return judge.Artifact{}, err
	}
	start, err := s.start(l.Entry)
	if err != nil {
		return judge.Artifact{}, err
	}
	b := &build{Toolchain: t, language: l, sources: s, vars: l.vars.with(start)}
	key := b.key()
	if known, ok := t.rejected.Load(key); ok {
		return judge.Artifact{}, known.(*judge.CompilationError)
	}
	dir, err := t.cache.Fill(ctx, key, func(dir string) error { return b.compile(ctx, dir) })
	var rejected *judge.CompilationError
	if errors.As(err, &rejected) {
		t.rejected.Store(key, rejected)
	}
	if err != nil {
		return judge.Artifact{}, err
	}
	return b.artifact(dir, key), nil
}

// await returns what f does, or ctx's error as soon as ctx ends; f then ends by itself.
func await[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// build is one program with the language that builds it.
type build struct {
	*Toolchain
	language *language
	sources  *sources
	vars     vars // the language's, entry, class
}

// key names the artifact by all that decides how it runs.
func (b *build) key() cache.Key {
	h := cache.NewHash("program/1")
	h.Text(b.language.identity)
	h.Text(b.sources.single) // stands in messages
	for _, list := range [][]source{b.sources.compiled, b.sources.also} {
		var fields []string
		for _, s := range list {
			fields = append(fields, s.name, string(s.text))
		}
		h.Texts(fields)
	}
	return h.Sum()
}

func (b *build) artifact(dir string, key cache.Key) judge.Artifact {
	v := b.vars.with(vars{"dir": dir})
	return judge.Artifact{
		Language: b.language.name,
		Digest:   key.String(),
		Argv:     v.expandAll(b.language.Run),
		Env:      v.environment(b.language.Env),
		Read:     append([]string{dir}, b.language.runRead...),
		Reserve:  judge.Size(b.language.Reserve),
	}
}

// compile builds the program in dir. What stays in dir is the artifact.
func (b *build) compile(ctx context.Context, dir string) error {
	scratch := filepath.Join(dir, ".scratch")
	v := b.vars.with(vars{"dir": dir, "scratch": scratch})
	if err := b.lay(dir, v); err != nil {
		return err
	}
	if err := os.Mkdir(scratch, 0o777); err != nil {
		return err
	}
	for _, argv := range b.commands(v) {
		if err := b.step(ctx, dir, argv, v); err != nil {
			return err
		}
	}
	if err := os.RemoveAll(scratch); err != nil {
		return &judge.CompilationError{Why: fmt.Sprintf("compiler: left behind: %v", err)}
	}
	program := v.expand(b.language.Run[0])
	if _, err := os.Stat(program); err != nil {
		return &judge.CompilationError{Why: "compiler: made no " + filepath.Base(program)}
	}
	return nil
}

// lay copies the sources into dir and writes the files that the language wants besides.
func (b *build) lay(dir string, v vars) error {
	all := slices.Concat(b.sources.compiled, b.sources.also)
	for name, content := range b.language.Files {
		if !slices.ContainsFunc(all, func(s source) bool { return s.name == name }) {
			all = append(all, source{name, []byte(v.expand(content))})
		}
	}
	for _, s := range all {
		if err := os.WriteFile(filepath.Join(dir, s.name), s.text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// commands returns the argument lists of all steps.
func (b *build) commands(v vars) [][]string {
	var names []string
	for _, name := range b.sources.names() {
		names = append(names, "./"+name)
	}
	var commands [][]string
	for _, step := range b.language.Compile.Steps {
		each := slices.ContainsFunc(step, func(arg string) bool {
			return strings.Contains(arg, "{source}")
		})
		if !each {
			commands = append(commands, stepCommand(step, names, v))
			continue
		}
		for _, name := range names {
			commands = append(commands, stepCommand(step, names, v.with(vars{"source": name})))
		}
	}
	return commands
}

func stepCommand(step, names []string, v vars) []string {
	var argv []string
	for _, arg := range step {
		if arg == allSources {
			argv = append(argv, names...)
		} else {
			argv = append(argv, v.expand(arg))
		}
	}
	return argv
}

// step runs one command of the compilation.
func (b *build) step(ctx context.Context, dir string, argv []string, v vars) error {
	write := v.expandAll(b.language.Compile.Write)
	for _, w := range write {
		if err := os.MkdirAll(w, 0o777); err != nil {
			return err
		}
	}
	log := &compilerLog{}
	limits := b.language.Compile.Limits.filled()
	outcome, err := b.executor.Run(ctx, judge.Command{
		Argv:   argv,
		Env:    b.environment(v),
		Dir:    dir,
		Read:   b.language.compileRead,
		Write:  append([]string{dir}, write...),
		Stdout: log,
		Stderr: log,
		Limits: limits,
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s: compile: %w", b.language.name, err)
	}
	facts := judge.Facts{
		Limits: limits, Outcome: outcome, Comparison: judge.Comparison{Accepted: true},
	}
	verdict, why := judge.Decide(facts)
	if verdict == judge.Accepted {
		return nil
	}
	if outcome.Cause != judge.CauseExited || outcome.ExitCode == 0 {
		why = "compiler: " + why
	}
	return &judge.CompilationError{Why: why, Log: b.message(log.String(), dir)}
}

// environment is all that a compiler finds: nothing of the judge's own. The tools' directories
// are on PATH since some call others beside them.
func (b *build) environment(v vars) []string {
	var path []string
	for _, tool := range b.language.tools {
		path = append(path, filepath.Dir(tool.Path))
	}
	path = slices.Compact(path)
	if runtime.GOOS == "windows" {
		path = append(path, os.Getenv("PATH"))
	} else {
		path = append(path, "/usr/local/bin", "/usr/bin", "/bin")
	}
	env := vars{
		"PATH":   strings.Join(path, string(filepath.ListSeparator)),
		"HOME":   v["scratch"],
		"TMPDIR": v["scratch"],
		"LANG":   "C.UTF-8",
	}
	return v.environment(env.with(b.language.Compile.Env))
}

// message makes a compiler's log name the files as the user does.
func (b *build) message(log, dir string) string {
	pairs := []string{dir + string(filepath.Separator), ""}
	for _, name := range b.sources.names() {
		shown := name
		if b.sources.single != "" {
			shown = b.sources.single
		}
		pairs = append(pairs, "./"+name, shown)
		if shown != name {
			pairs = append(pairs, name+":", shown+":")
		}
	}
	return strings.TrimSpace(strings.NewReplacer(pairs...).Replace(log))
}
