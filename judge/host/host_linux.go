package host

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Examine looks at this machine. It changes nothing.
func Examine() []Finding { return examine("/", os.Geteuid() == 0) }

// files reads the kernel's files below a root, which tests make themselves.
type files struct{ root string }

// text is what a file holds, without white space around it; absent files are empty.
func (f files) text(path string) string {
	b, err := os.ReadFile(f.root + path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

func examine(root string, privileged bool) []Finding {
	f := files{strings.TrimSuffix(root, "/")}
	return []Finding{
		f.kernel(),
		f.userNamespaces(privileged),
		f.cgroups(),
		landlock(),
		f.seccomp(),
		f.memory(),
		f.swap(),
		f.corePattern(),
		f.hugePages(),
		f.smt(),
		f.governor(),
		f.turbo(),
	}
}

func (f files) kernel() Finding {
	return Finding{Key: "kernel", State: f.text("/proc/sys/kernel/osrelease")}
}

func (f files) userNamespaces(privileged bool) Finding {
	n := Finding{Key: "user namespaces", State: "allowed"}
	forbid := func(setting, fix string) {
		n.State = "not allowed: " + setting
		n.Problem = "programs can not be contained"
		n.Fix = "sysctl -w " + fix
	}
	switch {
	case !f.exists("/proc/self/ns/user"):
		n.State, n.Problem = "not in this kernel", "programs can not be contained"
	case f.text("/proc/sys/user/max_user_namespaces") == "0":
		forbid("user.max_user_namespaces is 0", "user.max_user_namespaces=10000")
	case privileged:
	case f.text("/proc/sys/kernel/unprivileged_userns_clone") == "0":
		forbid("kernel.unprivileged_userns_clone is 0", "kernel.unprivileged_userns_clone=1")
	case f.text("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
		forbid("AppArmor restricts them (kernel.apparmor_restrict_unprivileged_userns is 1)",
			"kernel.apparmor_restrict_unprivileged_userns=0")
	}
	return n
}

func (f files) exists(path string) bool {
	_, err := os.Lstat(f.root + path)
	return err == nil
}

// cgroups says which versions have a memory controller. Whether groups can be made is what
// the sandbox finds out by trying.
func (f files) cgroups() Finding {
	n := Finding{Key: "cgroups"}
	var found []string
	for line := range strings.Lines(f.text("/proc/self/mounts")) {
		field := strings.Fields(line)
		if len(field) < 4 {
			continue
		}
		switch {
		case field[2] == "cgroup2":
			controllers := f.text(field[1] + "/cgroup.controllers")
			if strings.Contains(" "+controllers+" ", " memory ") {
				found = append(found, "version 2")
			}
		case field[2] == "cgroup" && strings.Contains(","+field[3]+",", ",memory,"):
			found = append(found, "version 1")
		}
	}
	n.State = strings.Join(found, " and ")
	if len(found) == 0 {
		n.State = "no memory controller"
		n.Problem = "memory is measured by sampling the largest process"
	}
	return n
}

func landlock() Finding {
	const version = 1 // LANDLOCK_CREATE_RULESET_VERSION
	n := Finding{Key: "landlock"}
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, version)
	if errno != 0 {
		n.State = "not available: " + errno.Error()
		n.Problem = "where namespaces are not allowed, programs can not be isolated"
		return n
	}
	n.State = fmt.Sprintf("ABI %d", abi)
	return n
}

func (f files) seccomp() Finding {
	n := Finding{Key: "seccomp", State: "available"}
	switch actions := f.text("/proc/sys/kernel/seccomp/actions_avail"); {
	case actions == "":
		n.State, n.Problem = "not available", "programs can not be contained"
	case !strings.Contains(actions, "user_notif"):
		n.State, n.Problem = "without user_notif", "programs can not be contained"
	}
	return n
}

func (f files) memory() Finding {
	n := Finding{Key: "memory"}
	kib := map[string]int{}
	for line := range strings.Lines(f.text("/proc/meminfo")) {
		if field := strings.Fields(line); len(field) >= 2 {
			kib[field[0]], _ = strconv.Atoi(field[1])
		}
	}
	total, available := kib["MemTotal:"]>>10, kib["MemAvailable:"]>>10
	n.State = fmt.Sprintf("%d MiB available of %d", available, total)
	const least = 512
	if available < least {
		n.Problem = "programs may be killed for want of memory that is not theirs"
	}
	return n
}

func (f files) swap() Finding {
	n := Finding{Key: "swap", State: "none"}
	if lines := strings.Count(f.text("/proc/swaps"), "\n"); lines > 0 {
		n.State = "on"
		n.Problem = "without a memory group, programs can use more than their limit, slowly"
		n.Fix = "swapoff -a"
	}
	return n
}

func (f files) corePattern() Finding {
	n := Finding{Key: "core dumps", State: f.text("/proc/sys/kernel/core_pattern")}
	if strings.HasPrefix(n.State, "|") {
		n.Problem = "each crash of a program starts a handler, which takes time from the others"
		n.Fix = "sysctl -w kernel.core_pattern=core"
	}
	return n
}

func (f files) hugePages() Finding {
	n := Finding{Key: "transparent huge pages", State: "not in this kernel"}
	_, chosen, ok := strings.Cut(f.text("/sys/kernel/mm/transparent_hugepage/enabled"), "[")
	if !ok {
		return n
	}
	n.State, _, _ = strings.Cut(chosen, "]")
	if n.State == "always" {
		n.Problem = "memory figures vary by up to 2 MiB for each mapping"
		n.Fix = "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"
	}
	return n
}

func (f files) smt() Finding {
	n := Finding{Key: "SMT", State: "off"}
	if f.text("/sys/devices/system/cpu/smt/active") == "1" {
		n.State = "on"
		n.Problem = "programs that share a core slow each other down"
		n.Fix = "echo off > /sys/devices/system/cpu/smt/control"
	}
	return n
}

func (f files) governor() Finding {
	const setting = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
	n := Finding{Key: "CPU governor", State: f.text(setting)}
	switch n.State {
	case "":
		n.State = "unknown"
	case "performance":
	default:
		n.Problem = "a CPU needs time to reach its full speed"
		n.Fix = "cpupower frequency-set -g performance"
	}
	return n
}

func (f files) turbo() Finding {
	n := Finding{Key: "turbo", State: "unknown"}
	for _, s := range []struct{ path, on, off string }{
		{"/sys/devices/system/cpu/intel_pstate/no_turbo", "0", "1"},
		{"/sys/devices/system/cpu/cpufreq/boost", "1", "0"},
	} {
		switch f.text(s.path) {
		case "":
		case s.on:
			return Finding{
				Key: "turbo", State: "on", Fix: "echo " + s.off + " > " + s.path,
				Problem: "a core's speed depends on what the others do",
			}
		default:
			n.State = "off"
		}
	}
	return n
}
