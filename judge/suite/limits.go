package suite

import (
	"math"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

var limitKeys = &keySet{"limits", []string{
	"cpu", "wall", "memory", "stack", "output", "processes", "files", "disk",
}}

// longest is the greatest limit of time. It leaves room for the limits that are derived from
// it, such as twice as much.
const longest = 1000 * time.Hour

// limits decodes limits. What is not said stays zero.
func (d *decoder) limits(n *yaml.Node) judge.Limits {
	m, _ := d.mapping(n, limitKeys)
	return judge.Limits{
		CPU:       d.duration(m.value("cpu")),
		Wall:      d.duration(m.value("wall")),
		Memory:    d.size(m.value("memory")),
		Stack:     d.size(m.value("stack")),
		Output:    d.size(m.value("output")),
		Processes: d.count(m.value("processes")),
		Files:     d.count(m.value("files")),
		Disk:      d.size(m.value("disk")),
	}
}

// shortText decodes text that is to be parsed further. Long text is not worth that.
func (d *decoder) shortText(n *yaml.Node, what string) (string, bool) {
	const most = 64 // bytes
	if n == nil {
		return "", false
	}
	target, ok := d.want(n, yaml.ScalarNode, what)
	if !ok {
		return "", false
	}
	if isNothing(target) || len(target.Value) > most {
		d.errorf(n, "", "want %s, got %s", what, describe(target))
		return "", false
	}
	return target.Value, true
}

func (d *decoder) duration(n *yaml.Node) time.Duration {
	const what = "a duration such as 500ms or 1.5s, at most 1000h"
	s, ok := d.shortText(n, what)
	if !ok {
		return 0
	}
	t, err := time.ParseDuration(s)
	switch {
	case err == nil && t <= 0:
		d.errorf(n, "", "want a duration greater than zero, got %s", quote(s))
	case err != nil || t > longest:
		hint := ""
		if strings.Trim(s, "0123456789.") == "" {
			hint = "say the unit, as in 1s or 1ms"
		}
		d.errorf(n, hint, "want %s, got %s", what, quote(s))
	}
	return t
}

func (d *decoder) size(n *yaml.Node) judge.Size {
	s, ok := d.shortText(n, "a size such as 64MiB")
	if !ok {
		return 0
	}
	size, err := judge.ParseSize(s)
	switch {
	case err != nil:
		d.errorf(n, sizeHint(s), "%v", err)
	case size == 0:
		d.errorf(n, "", "want a size greater than zero, got %s", quote(s))
	}
	return size
}

// sizeHint completes the unit of a size such as 64M.
func sizeHint(s string) string {
	for _, unit := range []string{"iB", "B"} {
		if _, err := judge.ParseSize(s + unit); err == nil {
			return "did you mean " + strconv.Quote(s+unit) + "?"
		}
	}
	return ""
}

func (d *decoder) count(n *yaml.Node) int {
	const what = "a whole number from 1"
	s, ok := d.shortText(n, what)
	if !ok {
		return 0
	}
	// A number that is not in its plain form, such as 010, is refused: YAML's versions do not
	// agree on what it means.
	count, err := strconv.Atoi(s)
	if err != nil || count < 1 || count > math.MaxInt32 || strconv.Itoa(count) != s {
		d.errorf(n, "", "want %s to %d, got %s", what, math.MaxInt32, quote(s))
	}
	return count
}
