package compare

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// passCommon moves both tapes over what they have in common. Afterwards they differ at their
// positions, or at least one is at its end.
func passCommon(a, b *tape) {
	for {
		x, y := a.rest(), b.rest()
		n := commonPrefix(x, y)
		a.pos += n
		b.pos += n
		if n == 0 || n < min(len(x), len(y)) {
			return
		}
	}
}

// commonPrefix returns how many bytes a and b begin with in common. It is what comparing
// costs, so it works at the speed of memory: by pieces, then by words, then by bytes.
func commonPrefix(a, b []byte) int {
	const piece, word = 2 << 10, 8
	n := min(len(a), len(b))
	i := 0
	for n-i >= piece && bytes.Equal(a[i:i+piece], b[i:i+piece]) {
		i += piece
	}
	for n-i >= word {
		differ := binary.LittleEndian.Uint64(a[i:]) ^ binary.LittleEndian.Uint64(b[i:])
		if differ != 0 {
			return i + bits.TrailingZeros64(differ)/8
		}
		i += word
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// commonFolded is commonPrefix with ASCII letters alike in both cases.
func commonFolded(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if lower(a[i]) != lower(b[i]) {
			return i
		}
	}
	return n
}

func equalFolded(a, b []byte) bool {
	return len(a) == len(b) && commonFolded(a, b) == len(a)
}

// lower returns c, an ASCII capital as the small letter.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + ('a' - 'A')
	}
	return c
}
