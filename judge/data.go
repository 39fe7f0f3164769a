package judge

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// Data is the text of an input or an answer, wherever it is kept: in memory, in a file, or
// behind a function that opens it (an archive's entry, a compressed file). It is read when it
// is needed, not when the suite is loaded. The zero Data is absent, which is not the same as
// empty. A Data is immutable and safe for concurrent use.
type Data struct {
	kind dataKind
	text string // the text itself, or the file's path, or the name of the stream
	open func() (io.ReadCloser, error)
}

type dataKind byte

const (
	absent dataKind = iota
	inline
	inFile
	opened
)

// Text is data kept in memory.
func Text(s string) Data { return Data{kind: inline, text: s} }

// File is the content of the regular file at path, byte for byte.
func File(path string) Data { return Data{kind: inFile, text: path} }

// Stream is data that open gives, from the beginning on each call. Name says in messages
// where the data comes from. Open must be safe for concurrent use.
func Stream(name string, open func() (io.ReadCloser, error)) Data {
	return Data{kind: opened, text: name, open: open}
}

// Given says whether there is any data, be it empty.
func (d Data) Given() bool { return d.kind != absent }

// Text returns the text of data that is kept in memory.
func (d Data) Text() (string, bool) { return d.text, d.kind == inline }

// Path returns the path of a file that holds just this data.
func (d Data) Path() (string, bool) { return d.text, d.kind == inFile }

// Name says where the data is kept, for messages: a path, a stream's name, or "inline text".
func (d Data) Name() string {
	switch d.kind {
	case inline:
		return "inline text"
	case absent:
		return "no data"
	}
	return d.text
}

// Open gives the data from its beginning. The caller closes it. Opening absent data is an
// error.
func (d Data) Open() (io.ReadCloser, error) {
	switch d.kind {
	case inline:
		return io.NopCloser(strings.NewReader(d.text)), nil
	case inFile:
		return os.Open(d.text)
	case opened:
		return d.open()
	}
	return nil, fmt.Errorf("open %s", d.Name())
}
