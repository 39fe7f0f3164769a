package host

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// machine makes the kernel's files of a machine.
func machine(t *testing.T, contents map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range contents {
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// quiet is a machine as a judge likes it.
var quiet = map[string]string{
	"/proc/sys/kernel/osrelease":                            "6.1.0",
	"/proc/self/ns/user":                                    "",
	"/proc/sys/user/max_user_namespaces":                    "10000",
	"/proc/self/mounts":                                     "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0",
	"/sys/fs/cgroup/cgroup.controllers":                     "cpu memory pids",
	"/proc/sys/kernel/seccomp/actions_avail":                "kill_process user_notif allow",
	"/proc/meminfo":                                         "MemTotal: 8388608 kB\nMemAvailable: 4194304 kB",
	"/proc/swaps":                                           "Filename Type Size Used Priority",
	"/proc/sys/kernel/core_pattern":                         "core",
	"/sys/kernel/mm/transparent_hugepage/enabled":           "always [madvise] never",
	"/sys/devices/system/cpu/smt/active":                    "0",
	"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor": "performance",
	"/sys/devices/system/cpu/intel_pstate/no_turbo":         "1",
}

func TestQuietMachineHasNoProblems(t *testing.T) {
	states := map[string]string{}
	for _, f := range examine(machine(t, quiet), false) {
		if f.Key == "landlock" {
			continue // this machine's own
		}
		if f.Problem != "" || f.Fix != "" {
			t.Errorf("%+v", f)
		}
		states[f.Key] = f.State
	}
	want := map[string]string{
		"kernel": "6.1.0", "user namespaces": "allowed", "cgroups": "version 2",
		"seccomp": "available", "memory": "4096 MiB available of 8192", "swap": "none",
		"core dumps": "core", "transparent huge pages": "madvise", "SMT": "off",
		"CPU governor": "performance", "turbo": "off",
	}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Error(diff)
	}
}

// TestProblems changes one file at a time.
func TestProblems(t *testing.T) {
	for _, c := range []struct {
		path, text string
		want       Finding
	}{
		{"/proc/sys/user/max_user_namespaces", "0", Finding{
			"user namespaces", "not allowed: user.max_user_namespaces is 0",
			"programs can not be contained", "sysctl -w user.max_user_namespaces=10000",
		}},
		{"/proc/sys/kernel/unprivileged_userns_clone", "0", Finding{
			"user namespaces", "not allowed: kernel.unprivileged_userns_clone is 0",
			"programs can not be contained", "sysctl -w kernel.unprivileged_userns_clone=1",
		}},
		{"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1", Finding{
			"user namespaces",
			"not allowed: AppArmor restricts them (kernel.apparmor_restrict_unprivileged_userns is 1)",
			"programs can not be contained", "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
		}},
		{"/sys/fs/cgroup/cgroup.controllers", "cpu pids", Finding{
			"cgroups", "no memory controller", "memory is measured by sampling the largest process", "",
		}},
		{"/proc/sys/kernel/seccomp/actions_avail", "kill_process allow", Finding{
			"seccomp", "without user_notif", "programs can not be contained", "",
		}},
		{"/proc/meminfo", "MemTotal: 524288 kB\nMemAvailable: 1024 kB", Finding{
			"memory", "1 MiB available of 512",
			"programs may be killed for want of memory that is not theirs", "",
		}},
		{"/proc/swaps", "Filename Type\n/dev/sda2 partition", Finding{
			"swap", "on",
			"without a memory group, programs can use more than their limit, slowly", "swapoff -a",
		}},
		{"/proc/sys/kernel/core_pattern", "|/usr/share/apport/apport", Finding{
			"core dumps", "|/usr/share/apport/apport",
			"each crash of a program starts a handler, which takes time from the others",
			"sysctl -w kernel.core_pattern=core",
		}},
		{"/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never", Finding{
			"transparent huge pages", "always", "memory figures vary by up to 2 MiB for each mapping",
			"echo madvise > /sys/kernel/mm/transparent_hugepage/enabled",
		}},
		{"/sys/devices/system/cpu/smt/active", "1", Finding{
			"SMT", "on", "programs that share a core slow each other down",
			"echo off > /sys/devices/system/cpu/smt/control",
		}},
		{"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave", Finding{
			"CPU governor", "powersave", "a CPU needs time to reach its full speed",
			"cpupower frequency-set -g performance",
		}},
		{"/sys/devices/system/cpu/intel_pstate/no_turbo", "0", Finding{
			"turbo", "on", "a core's speed depends on what the others do",
			"echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo",
		}},
	} {
		t.Run(c.path, func(t *testing.T) {
			changed := map[string]string{c.path: c.text}
			for path, text := range quiet {
				if path != c.path {
					changed[path] = text
				}
			}
			for _, f := range examine(machine(t, changed), false) {
				if f.Key == c.want.Key && f != c.want {
					t.Errorf("got  %+v\nwant %+v", f, c.want)
				}
				if f.Key != c.want.Key && f.Key != "landlock" && f.Problem != "" {
					t.Errorf("another finding changed: %+v", f)
				}
			}
		})
	}
}

// TestRootMayWhatOthersMayNot: the settings for the unprivileged do not bind root.
func TestRootMayWhatOthersMayNot(t *testing.T) {
	changed := map[string]string{"/proc/sys/kernel/unprivileged_userns_clone": "0"}
	for path, text := range quiet {
		changed[path] = text
	}
	f := files{machine(t, changed)}
	if n := f.userNamespaces(true); n.Problem != "" {
		t.Errorf("%+v", n)
	}
}

func TestThisMachine(t *testing.T) {
	for _, f := range Examine() {
		if f.Key == "" || f.State == "" && f.Key != "core dumps" {
			t.Errorf("nothing was found out: %+v", f)
		}
	}
}
