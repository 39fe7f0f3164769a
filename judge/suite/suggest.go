package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// didYouMean is a hint for a word that is not among the known ones: the nearest of them, or
// all when none is near.
func didYouMean(word string, known []string) string {
	if near := nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(known) == 0 {
		return ""
	}
	return "want one of " + strings.Join(known, ", ")
}

// nearbyFile is a hint for a file that does not exist at path, which the user wrote as written:
// a file of a similar name beside it, or that its directory is missing too. It is empty when
// there is nothing of use to say.
func nearbyFile(written, path string) string {
	dir, base := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Clean(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Sprintf("there is no directory %q", dir)
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
	}
	if near := nearest(base, names); near != "" {
		beside := strings.TrimSuffix(strings.TrimRight(written, "/"), base)
		return fmt.Sprintf("did you mean %q?", beside+near)
	}
	return ""
}

// nearest returns the known word that is the fewest slips of the pen away from word, the first
// of several, or "" when it takes more than one for every three bytes, or more than three.
// Case does not count.
func nearest(word string, known []string) string {
	best, least := "", min(3, (len(word)+2)/3)+1
	word = strings.ToLower(word)
	for _, k := range known {
		if abs(len(k)-len(word)) >= least {
			continue
		}
		if d := distance(word, strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is the least number of bytes to insert, delete, replace or swap with the next that
// makes a of b (the optimal string alignment distance).
func distance(a, b string) int {
	width := len(b) + 1
	rows := make([]int, 3*width)
	before, above, row := rows[:width], rows[width:2*width], rows[2*width:]
	for j := range above {
		above[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replace := above[j-1]
			if a[i-1] != b[j-1] {
				replace++
			}
			row[j] = min(replace, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}

func abs(n int) int { return max(n, -n) }
