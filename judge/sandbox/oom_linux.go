package sandbox

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// A box lives in the memory group of the programs that it runs, and must not be what the
// kernel kills when they have filled it. So programs are given the highest preference as
// victims there is, and the box the lowest that the judge may give.
const (
	preferredVictim = "1000"
	spared          = "-1000"
	oomFile         = "oom_score_adj"
)

// spare asks the kernel not to kill a process for want of memory. Only root may.
func spare(pid int) {
	os.WriteFile(fmt.Sprintf("/proc/%d/%s", pid, oomFile), []byte(spared), 0)
}

// preference is how a box has its children preferred as victims: they inherit its own
// preference, which is therefore changed for the moment of starting one.
type preference struct {
	file *os.File
	own  string
}

// newPreference opens this process's preference, which later can be written by this way only,
// since programs see /proc read-only.
func newPreference() (*preference, error) {
	f, err := os.OpenFile("/proc/self/"+oomFile, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	text := make([]byte, 16)
	n, err := f.Read(text)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("read %s: %w", oomFile, err)
	}
	return &preference{file: f, own: strings.TrimSpace(string(text[:n]))}, nil
}

func (p *preference) set(value string) error {
	if _, err := unix.Pwrite(int(p.file.Fd()), []byte(value), 0); err != nil {
		return fmt.Errorf("write %s to %s: %w", value, oomFile, err)
	}
	return nil
}

// during calls start while children are preferred victims.
func (p *preference) during(start func() (int, error)) (int, error) {
	if err := p.set(preferredVictim); err != nil {
		return 0, err
	}
	pid, err := start()
	if restoreErr := p.set(p.own); restoreErr != nil && err == nil {
		return pid, restoreErr
	}
	return pid, err
}
