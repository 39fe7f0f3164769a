package suite

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

// data decodes text from one of two keys: one for the text, one for a file with it. It says
// whether there is either.
func (d *decoder) data(m mapping, textKey, fileKey string) (judge.Data, bool) {
	text, hasText := m.find(textKey)
	file, hasFile := m.find(fileKey)
	switch {
	case hasText && hasFile:
		d.errorf(file.key, "", "the case has both %q and %q", textKey, fileKey)
	case hasText:
		s, _ := d.text(text.value, textKey)
		return judge.Text(s), true
	case hasFile:
		return d.dataFile(file.value), true
	}
	return judge.Data{}, hasText || hasFile
}

func (d *decoder) dataFile(n *yaml.Node) judge.Data {
	written, ok := d.pathText(n)
	if !ok {
		return judge.Data{}
	}
	path := d.resolve(written)
	info := d.stat(n, written, path)
	switch {
	case info == nil:
		return judge.Data{}
	case info.IsDir():
		d.errorf(n, "", "%s is a directory", quote(written))
	case !info.Mode().IsRegular():
		d.errorf(n, "", "%s is not a regular file", quote(written))
	}
	return fileData(path)
}

// pathText decodes a path as written.
func (d *decoder) pathText(n *yaml.Node) (string, bool) {
	path, ok := d.text(n, "a path")
	if ok && path == "" {
		d.errorf(n, "", "the path is empty")
	}
	return path, ok && path != ""
}

// stat looks up the file at path, and returns nil when it cannot. In a suite, missing files
// come by the hundred; only the first of them are worth the time that hints take.
func (d *decoder) stat(n *yaml.Node, written, path string) fs.FileInfo {
	const mostHints = 20
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		hint := ""
		if d.nearbyFiles++; d.nearbyFiles <= mostHints {
			hint = nearbyFile(written, path)
		}
		if hint == "" {
			hint = relativeHint(path)
		}
		d.errorf(n, hint, "no such file: %s", quote(written))
	case err != nil:
		d.errorf(n, "", "%s: %s", quote(written), reason(err))
	}
	return info
}

func relativeHint(path string) string {
	return "paths are relative to the suite file: this is " + quote(path)
}

// fileData is the text in the file at path, which is read through when it is compressed.
func fileData(path string) judge.Data {
	var decompress func(io.Reader) (io.ReadCloser, error)
	switch filepath.Ext(path) {
	case ".gz":
		decompress = gunzip
	case ".zst":
		decompress = unzstd
	default:
		return judge.File(path)
	}
	return judge.Stream(path, func() (io.ReadCloser, error) {
		return openCompressed(path, decompress)
	})
}

func openCompressed(
	path string, decompress func(io.Reader) (io.ReadCloser, error),
) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	// The decompressors do not agree on whether nothing is a compressed text. It is none.
	if info, err := file.Stat(); err == nil && info.Size() == 0 {
		file.Close()
		return nil, fmt.Errorf("decompress %s: the file is empty", path)
	}
	text, err := decompress(file)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("decompress %s: %w", path, err)
	}
	return &compressedFile{file, text}, nil
}

// gunzip reads all members of r, one after the other.
func gunzip(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }

// unzstd reads all frames of r, one after the other. A frame that needs more memory than the
// zstd command allows by default is refused.
func unzstd(r io.Reader) (io.ReadCloser, error) {
	const window = 128 << 20
	z, err := zstd.NewReader(r,
		zstd.WithDecoderMaxWindow(window),
		zstd.WithDecoderConcurrency(1), // no goroutines
	)
	if err != nil {
		return nil, err
	}
	return z.IOReadCloser(), nil
}

// compressedFile is the text in a compressed file. Its errors name the file.
type compressedFile struct {
	file *os.File
	text io.ReadCloser
}

func (c *compressedFile) Read(p []byte) (int, error) {
	n, err := c.text.Read(p)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("decompress %s: %w", c.file.Name(), err)
	}
	return n, err
}

func (c *compressedFile) Close() error {
	return errors.Join(c.text.Close(), c.file.Close())
}
