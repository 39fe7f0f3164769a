package compare

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// longestNumber is how long a token may be, in bytes, to be taken for a number. A float64
// written out in full has 1100 at most.
const longestNumber = 2 << 10

// tolerance says how far apart numbers may be that count as equal.
type tolerance struct {
	abs float64
	rel float64 // of the answer's magnitude
}

// accepts says whether want is a number and got is one within t of it, by either tolerance.
// It reckons in float64. NaN equals NaN only, and an infinity that of its sign. A difference
// that overflows is within no tolerance. Zeros are equal whatever their sign.
func (t tolerance) accepts(want, got []byte) bool {
	w, isNumber := parseNumber(want)
	if !isNumber {
		return false
	}
	g, isNumber := parseNumber(got)
	if !isNumber {
		return false
	}
	if math.IsNaN(w) || math.IsNaN(g) {
		return math.IsNaN(w) && math.IsNaN(g)
	}
	if math.IsInf(w, 0) || math.IsInf(g, 0) {
		return w == g
	}
	off := math.Abs(g - w)
	return !math.IsInf(off, 0) && (off <= t.abs || off <= t.rel*math.Abs(w))
}

// parseNumber reads a token that is as a whole one of the decimal forms of C's strtod: digits
// with or without a point, sign and exponent, or "inf", "infinity" or "nan" in any case with
// or without a sign. Hexadecimal forms, "nan(...)" and underscores are no numbers. Nor is a
// decimal beyond the range of float64, so that it never equals an infinity; one too small is
// zero.
func parseNumber(token []byte) (value float64, ok bool) {
	if len(token) > longestNumber {
		return 0, false
	}
	digits, sign := cutSign(token)
	if isDecimal(digits) {
		value, err := strconv.ParseFloat(string(token), 64)
		return value, err == nil
	}
	if len(digits) > len("infinity") {
		return 0, false
	}
	switch strings.ToLower(string(digits)) {
	case "inf", "infinity":
		return math.Inf(sign), true
	case "nan":
		return math.NaN(), true
	}
	return 0, false
}

func cutSign(token []byte) (rest []byte, sign int) {
	if rest, minus := bytes.CutPrefix(token, []byte("-")); minus {
		return rest, -1
	}
	rest, _ = bytes.CutPrefix(token, []byte("+"))
	return rest, 1
}

// isDecimal says whether b is an unsigned decimal: "12", "1.", ".5", "1.5e-3".
func isDecimal(b []byte) bool {
	b, whole := cutDigits(b)
	b, point := bytes.CutPrefix(b, []byte("."))
	fraction := 0
	if point {
		b, fraction = cutDigits(b)
	}
	if whole+fraction == 0 {
		return false
	}
	if len(b) == 0 {
		return true
	}
	if lower(b[0]) != 'e' {
		return false
	}
	b, _ = cutSign(b[1:])
	b, exponent := cutDigits(b)
	return exponent > 0 && len(b) == 0
}

// cutDigits returns b without the digits at its beginning, and their number.
func cutDigits(b []byte) (rest []byte, n int) {
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	return b[n:], n
}
