package toolchain

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"ojbatch/judge"
	"ojbatch/judge/cache"
)

// command returns the artifact that starts argv as it is.
func (t *Toolchain) command(argv []string) (judge.Artifact, error) {
	program, err := t.program(argv[0])
	if err != nil {
		return judge.Artifact{}, err
	}
	content, err := contentHash(program)
	if err != nil {
		return judge.Artifact{}, err
	}
	h := cache.NewHash("command/1")
	h.Text(program)
	h.Bytes(content)
	h.Texts(argv[1:])
	a := judge.Artifact{
		Digest: h.Sum().String(),
		Argv:   append([]string{program}, argv[1:]...),
		Read:   outsideSystem([]string{program}),
	}
	for _, arg := range argv[1:] {
		if _, err := os.Stat(arg); err == nil && filepath.IsAbs(arg) {
			// A file or a directory that can change without notice.
			a.Digest = ""
			a.Read = append(a.Read, arg)
		}
	}
	return a, nil
}

// program returns the absolute path of the program that a command calls name.
func (t *Toolchain) program(name string) (string, error) {
	if !strings.ContainsRune(name, '/') && !strings.ContainsRune(name, filepath.Separator) {
		path, err := t.lookPath(name)
		if err != nil {
			return "", &judge.ToolchainError{Why: fmt.Sprintf("no %s on PATH", name)}
		}
		return filepath.Abs(path)
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if found, err := t.lookPath(path); err == nil {
		return found, nil
	}
	if _, err := os.Stat(path); err != nil {
		return "", &judge.ToolchainError{Why: fmt.Sprintf("no program %q", name)}
	}
	return "", &judge.ToolchainError{Why: fmt.Sprintf("%q is not executable", name)}
}

func contentHash(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	h := sha256.New()
	_, err = io.Copy(h, file)
	return h.Sum(nil), err
}

// executable returns the artifact of a file that no language knows, if it can be started.
func (t *Toolchain) executable(path string) (judge.Artifact, error) {
	ok, err := isExecutable(path)
	if err != nil {
		return judge.Artifact{}, err
	}
	if !ok {
		return judge.Artifact{}, &judge.ToolchainError{Why: fmt.Sprintf(
			"%q is neither a source of a known language (%s) nor executable",
			path, t.table.extensions())}
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return judge.Artifact{}, err
	}
	return t.command([]string{absolute})
}

// magics begin the files that some system can start: scripts, ELF, Mach-O (one or several
// architectures) and PE.
var magics = [][]byte{
	[]byte("#!"), []byte("\x7fELF"), []byte("\xcf\xfa\xed\xfe"), []byte("\xca\xfe\xba\xbe"),
	[]byte("MZ"),
}

func isExecutable(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return false, err
	}
	if runtime.GOOS != "windows" && info.Mode()&0o111 == 0 {
		return false, nil
	}
	head, err := io.ReadAll(io.LimitReader(file, 4))
	for _, m := range magics {
		if bytes.HasPrefix(head, m) {
			return true, err
		}
	}
	return false, err
}
