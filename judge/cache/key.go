package cache

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// Key names an entry: the hash of everything that the entry was made from. Make one with
// [NewHash].
type Key [sha256.Size]byte

// String is the key in hexadecimal.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Hash makes a [Key] out of fields and lists. Each is hashed with its kind and its length
// before it, so that no two different sequences of them are the same bytes. It is not safe for
// concurrent use.
type Hash struct{ h hash.Hash }

// NewHash starts a key. Domain says what is hashed and in which version of its layout, such
// as "program/1"; equal fields in different domains make different keys.
func NewHash(domain string) *Hash {
	h := &Hash{sha256.New()}
	h.Text(domain)
	return h
}

// Bytes adds one field.
func (h *Hash) Bytes(b []byte) {
	h.begin('f', len(b))
	h.h.Write(b)
}

// Text adds one field, the same as [Hash.Bytes] of the text.
func (h *Hash) Text(s string) { h.Bytes([]byte(s)) }

// Texts adds a list of fields.
func (h *Hash) Texts(list []string) {
	h.begin('l', len(list))
	for _, s := range list {
		h.Text(s)
	}
}

// Sum returns the key of the fields so far. More may be added afterwards.
func (h *Hash) Sum() Key { return Key(h.h.Sum(nil)) }

func (h *Hash) begin(kind byte, n int) {
	h.h.Write(binary.BigEndian.AppendUint64([]byte{kind}, uint64(n)))
}
