package sandbox_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ojbatch/judge"
	"ojbatch/judge/executortest"
	"ojbatch/judge/procfs"
	"ojbatch/judge/sandbox"
)

// newLandlock returns a sandbox whose boxes keep their directories where nothing else is.
func newLandlock(t *testing.T) *sandbox.Sandbox {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	s, err := sandbox.NewLandlock(4)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if left := inside(t, dir); len(left) > 0 {
			t.Errorf("the boxes have left %q", left)
		}
	})
	return s
}

func inside(t *testing.T, dir string) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

func TestLandlockConformance(t *testing.T) {
	s, err := sandbox.NewLandlock(4)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	t.Logf("%+v", s.Enforcement())
	executortest.Run(t, s)
}

// TestLandlockUnprivileged runs the other tests as nobody where this is root, who has groups
// and more to lose.
func TestLandlockUnprivileged(t *testing.T) {
	if os.Geteuid() != 0 {
		return // they have run as such
	}
	const nobody = 65534
	cmd := exec.Command("/proc/self/exe",
		"-test.run", "^TestLandlock(Reach|Leftovers|Directory|Stdin|Outcomes)$", "-test.v")
	cmd.Env = append(os.Environ(), "TMPDIR=/tmp", "HOME=/")
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestLandlockReach") {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestLandlockLeftovers runs programs that multiply in ways that are hard to follow.
func TestLandlockLeftovers(t *testing.T) {
	s := newLandlock(t)
	for _, c := range []struct{ name, source string }{
		{"bomb", `for (;;) fork();`},
		{"bomb of orphans", `if (!fork()) for (;;) if (fork()) _exit(0); else fork(); pause();`},
		{"sessions", `for (;;) if (!fork()) { setsid(); setpgid(0, 0); }`},
		{"stopped", `while (fork() >= 0); kill(0, SIGSTOP); for (;;);`},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := buildC(t, "#include <signal.h>\n#include <unistd.h>\nint main(void) { "+c.source+" }")
			o, err := s.Run(t.Context(), judge.Command{
				Argv: []string{path}, Read: []string{path},
				Limits: judge.Limits{CPU: time.Second, Wall: 2 * time.Second}.WithDefaults(),
			})
			if err != nil || o.Cause == judge.CauseExited {
				t.Errorf("%+v, %v", o, err)
			}
			sampled := s.Enforcement().Processes == "sampled"
			if sampled && c.name == "bomb" && o.Cause != judge.CauseForbidden {
				t.Errorf("%+v, but there were more processes than allowed", o)
			}
			if left := running(t, path); len(left) > 0 {
				t.Errorf("processes %d are left", left)
			}
		})
	}
}

// running returns the processes whose command line has this text.
func running(t *testing.T, text string) []int {
	t.Helper()
	return slices.DeleteFunc(procfs.PIDs(), func(pid int) bool {
		line, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
		return err != nil || !strings.Contains(string(line), text)
	})
}

// TestLandlockDirectory has programs make what is hard to remove.
func TestLandlockDirectory(t *testing.T) {
	s := newLandlock(t)
	other := t.TempDir()
	kept := writeFile(t, filepath.Join(other, "kept"))
	deep := buildC(t, `
		#include <fcntl.h>
		#include <sys/stat.h>
		#include <unistd.h>
		int main(void) {
			for (int i = 0; i < 3000; i++) if (mkdir("d", 0700) || chdir("d")) return 1;
			return open("file", O_CREAT | O_WRONLY, 0600) < 0;
		}`)
	shell := func(script string) []string { return []string{"/bin/sh", "-c", script} }
	for _, c := range []struct {
		name   string
		argv   []string
		writes bool // only who writes for the judge may change modes
	}{
		{"links", shell(`ln -s ` + other + ` link; mkdir sub; ln -s ` + kept + ` sub/link`), false},
		{"depth", []string{deep}, false},
		{"created without access", shell(`umask 777; mkdir a b; : >c`), false},
		{"closed", shell(`mkdir a a/b; : >a/b/c; chmod 0 a/b/c a/b a .`), true},
		{"names", shell(`mkfifo pipe; : >'new
line'; : > "$(printf '\377')"; : >-rf; mkdir .hidden; : >.hidden/..x`), false},
		{"removed", shell(`rmdir "$PWD" && exit 1; exit 0`), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := judge.Command{
				Argv: c.argv, Read: []string{deep}, Limits: judge.Limits{CPU: time.Minute}.WithDefaults(),
			}
			if c.writes {
				cmd.Write = []string{other}
			}
			if o, err := s.Run(t.Context(), cmd); err != nil || o.ExitCode != 0 {
				t.Errorf("%+v, %v", o, err)
			}
			var stdout strings.Builder
			cmd.Argv, cmd.Stdout = shell(`ls -A; : >works && cd "$HOME" && ls`), &stdout
			if o, err := s.Run(t.Context(), cmd); err != nil || stdout.String() != "works\n" {
				t.Errorf("afterwards: %+v, %v: %q", o, err, stdout.String())
			}
		})
	}
	if _, err := os.Stat(kept); err != nil {
		t.Error(err)
	}
}

// TestLandlockStdin opens stdin by its name in /dev, although it has no other that programs are
// shown.
func TestLandlockStdin(t *testing.T) {
	s := newLandlock(t)
	path := writeFile(t, filepath.Join(t.TempDir(), "input"))
	named, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer named.Close()
	nameless, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer nameless.Close()
	read := func(f *os.File) {
		var stdout, stderr strings.Builder
		o, err := s.Run(t.Context(), judge.Command{
			Argv: []string{"/bin/sh", "-c", `cat </dev/stdin; echo overwritten >/dev/stdin`}, Stdin: f,
			Stdout: &stdout, Stderr: &stderr, Limits: judge.Limits{}.WithDefaults(),
		})
		if err != nil || stdout.String() != "secret\n" {
			t.Errorf("%+v, %v: %q, %s", o, err, stdout.String(), stderr.String())
		}
	}
	read(named)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	read(nameless)
	text := make([]byte, 20)
	if n, err := nameless.ReadAt(text, 0); string(text[:n]) != "secret\n" {
		t.Errorf("the input is now %q, %v", text[:n], err)
	}
}

// TestLandlockOutcomes is about calls that other programs make than those which attack.
func TestLandlockOutcomes(t *testing.T) {
	s := newLandlock(t)
	well := judge.Outcome{Cause: judge.CauseExited}
	for _, c := range []struct {
		name, source string
		want         judge.Outcome
	}{
		{"leaving the session", `return setsid() < 0 || setpgid(0, 0);`, well},
		{"a pair of sockets", `
			int p[2];
			return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, p);`, well},
		{"its own priority", `return setpriority(PRIO_PROCESS, 0, 19);`, well},
		{"its child's signal", `
			pid_t p = fork();
			if (!p) for (;;) pause();
			return kill(p, SIGKILL);`, well},
		{"no capabilities", `return !chroot("/") || !setgroups(0, 0) || !nice(-1);`, well},
		{"its own signal", `return raise(SIGTERM);`,
			judge.Outcome{Cause: judge.CauseSignaled, Signal: "SIGTERM"}},
		{"a killing call", `return ptrace(PTRACE_TRACEME, 0, 0, 0);`,
			judge.Outcome{Cause: judge.CauseForbidden, Syscall: "ptrace"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := buildC(t, `#define _GNU_SOURCE
				#include <grp.h>
				#include <signal.h>
				#include <sys/ptrace.h>
				#include <sys/resource.h>
				#include <sys/socket.h>
				#include <unistd.h>
				int main(void) { `+c.source+` }`)
			o, err := s.Run(t.Context(), judge.Command{
				Argv: []string{path}, Read: []string{path}, Limits: judge.Limits{}.WithDefaults(),
			})
			o.Usage = judge.Usage{}
			if err != nil || o != c.want {
				t.Errorf("%+v, %v, want %+v", o, err, c.want)
			}
		})
	}
}
