package judge

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Size is a number of bytes.
type Size int64

// The units in which sizes are written. [ParseSize] also knows the decimal ones.
const (
	Byte Size = 1
	KiB       = 1024 * Byte
	MiB       = 1024 * KiB
	GiB       = 1024 * MiB
)

var sizeUnits = []struct {
	name  string
	bytes Size
}{
	{"", 1}, {"B", 1},
	{"KiB", KiB}, {"MiB", MiB}, {"GiB", GiB},
	{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9},
}

// ParseSize reads a size such as "64MiB", "1.5 GiB", "64MB" (millions of bytes) or "65536"
// (bytes). A bare "64M" is refused, since tools do not agree on what it means. The size must
// be a whole number of bytes that fits an int64; a sign is refused.
func ParseSize(s string) (Size, error) {
	digits := strings.TrimLeft(s, "0123456789.")
	number, unit := s[:len(s)-len(digits)], strings.TrimSpace(digits)
	for _, u := range sizeUnits {
		if u.name == unit {
			return scaleSize(s, number, u.bytes)
		}
	}
	if number == "" {
		return 0, fmt.Errorf("want a size such as 64MiB, got %q", s)
	}
	return 0, fmt.Errorf("unknown unit %q in size %q: want one of B, kB, KiB, MB, MiB, GB, GiB", unit, s)
}

func scaleSize(s, number string, unit Size) (Size, error) {
	// Long runs of digits would make the rational arithmetic slow for nothing.
	const longest = 32
	r, ok := new(big.Rat).SetString(number)
	if !ok || len(number) > longest {
		return 0, fmt.Errorf("want a size such as 64MiB, got %q", s)
	}
	r.Mul(r, new(big.Rat).SetInt64(int64(unit)))
	if !r.IsInt() {
		return 0, fmt.Errorf("size %q is not a whole number of bytes", s)
	}
	if !r.Num().IsInt64() {
		return 0, fmt.Errorf("size %q is over the largest size, %d bytes", s, int64(math.MaxInt64))
	}
	return Size(r.Num().Int64()), nil
}

// String writes s for people, in the largest binary unit that it reaches, with at most three
// decimals: "64MiB", "65.204MiB", "1000B". [ParseSize] reads it back, rounded.
func (s Size) String() string {
	for _, u := range []struct {
		name  string
		bytes Size
	}{{"GiB", GiB}, {"MiB", MiB}, {"KiB", KiB}} {
		if s >= u.bytes {
			f := math.Round(float64(s)/float64(u.bytes)*1000) / 1000
			return strconv.FormatFloat(f, 'f', -1, 64) + u.name
		}
	}
	return strconv.FormatInt(int64(s), 10) + "B"
}
