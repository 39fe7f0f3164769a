package toolchain

import (
	"fmt"
	"time"

	"gopkg.in/yaml.v3"

	"ojbatch/judge"
)

// definition is a language as the table says it.
type definition struct {
	Title      string                    `yaml:"title"`
	Extensions []string                  `yaml:"extensions"`
	Also       []string                  `yaml:"also"`
	Skip       []string                  `yaml:"skip"`
	Single     string                    `yaml:"single"`
	Files      map[string]string         `yaml:"files"`
	Entry      entryRule                 `yaml:"entry"`
	Tools      map[string]toolDefinition `yaml:"tools"`
	Compile    compileDefinition         `yaml:"compile"`
	Run        []string                  `yaml:"run"`
	Env        map[string]string         `yaml:"env"`
	Reserve    size                      `yaml:"reserve"`
}

type toolDefinition struct {
	Names   []string            `yaml:"names"`
	Ask     map[string][]string `yaml:"ask"`
	Match   map[string]string   `yaml:"match"`
	Path    string              `yaml:"path"`
	Read    []string            `yaml:"read"`
	Version []string            `yaml:"version"`
}

type compileDefinition struct {
	Steps  [][]string        `yaml:"steps"`
	Env    map[string]string `yaml:"env"`
	Write  []string          `yaml:"write"`
	Limits limits            `yaml:"limits"`
}

type limits struct {
	CPU       duration `yaml:"cpu"`
	Wall      duration `yaml:"wall"`
	Memory    size     `yaml:"memory"`
	Stack     size     `yaml:"stack"`
	Output    size     `yaml:"output"`
	Processes int      `yaml:"processes"`
	Files     int      `yaml:"files"`
	Disk      size     `yaml:"disk"`
}

// compileLimits hold where the table says nothing.
var compileLimits = judge.Limits{
	CPU:       30 * time.Second,
	Wall:      60 * time.Second,
	Memory:    judge.GiB,
	Output:    16 * judge.MiB,
	Processes: 256,
	Files:     1024,
	Disk:      256 * judge.MiB,
}

func (l limits) filled() judge.Limits {
	return judge.Limits{
		CPU:       time.Duration(l.CPU),
		Wall:      time.Duration(l.Wall),
		Memory:    judge.Size(l.Memory),
		Stack:     judge.Size(l.Stack),
		Output:    judge.Size(l.Output),
		Processes: l.Processes,
		Files:     l.Files,
		Disk:      judge.Size(l.Disk),
	}.Over(compileLimits).WithDefaults()
}

// entryRule says how the source is found in which a program starts.
type entryRule string

const (
	entryAnywhere entryRule = ""      // the compiler finds it
	entryFile     entryRule = "file"  // main.*, or the only source
	entryClass    entryRule = "class" // the Java class with a main method
)

type size judge.Size

func (s *size) UnmarshalYAML(n *yaml.Node) error {
	parsed, err := judge.ParseSize(n.Value)
	*s = size(parsed)
	return positive(n, int64(parsed), err)
}

type duration time.Duration

func (d *duration) UnmarshalYAML(n *yaml.Node) error {
	parsed, err := time.ParseDuration(n.Value)
	*d = duration(parsed)
	return positive(n, int64(parsed), err)
}

// positive returns err, or that value is not over zero, in the form in which package yaml
// gathers errors: the other fields are still decoded.
func positive(n *yaml.Node, value int64, err error) error {
	if err == nil && value <= 0 {
		err = fmt.Errorf("want more than zero, got %q", n.Value)
	}
	if err == nil {
		return nil
	}
	return &yaml.TypeError{Errors: []string{fmt.Sprintf("line %d: %v", n.Line, err)}}
}
