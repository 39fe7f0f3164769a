// Package sandbox runs programs by strangers: contained, measured by the kernel's own account,
// without root and with nothing to install. It is a [judge.Executor] for Linux.
//
// # Processes
//
// A [Sandbox] keeps one box for each program that may run at once. A box is the judge's own
// executable, started anew inside user, pid, mount, network, IPC, UTS and cgroup namespaces,
// where it is process 1. It is made once and then serves one run after the other, since making
// namespaces takes longer than most programs run. [Init] is how the executable knows that it
// is to be a box.
//
// The box starts the program by vfork as its child, under resource limits, in a session of its
// own, with no capabilities. It is the reaper of all that the program leaves behind, so nobody
// escapes the count. When the first process has ended it kills every other one in the
// namespace in one step, collects them, reads the account, and replies.
//
// # Users
//
// When root judges, programs run as a user of their own that exists nowhere else, one for each
// box. Anybody else can give a program only the user he is; then the box, which holds that
// user id too, is protected by being undumpable and by the filter.
// A program that is to write in directories of the judge's ([judge.Command].Write: compilers
// and checkers) runs as the judge's user in any case.
// The box keeps its capabilities, all of which are worth something in its own namespaces only:
// it mounts, changes users and kills.
//
// # What a program sees
//
// The root is a read-only tmpfs with the system's programs and libraries bound read-only, five
// devices, a /proc that shows a program its own processes and nothing of the kernel, and what
// [judge.Command] names. The working directory, /tmp and /dev/shm are parts of one tmpfs,
// bounded in bytes and files by the disk limit, and new for each run that follows one which
// left something there. Where a memory group counts, what is written there counts as memory,
// too. The system's own root stays mounted, since files are bound from it later, but below
// another mount; the box alone has a descriptor for it. The network namespace has no
// interface that is up.
//
// A seccomp filter refuses calls that reach parts of the kernel which are not namespaced, or
// that make namespaces, and kills for calls that nothing honest makes. The box installs it
// once for itself and all its programs. The latter calls are announced to the box, which
// records the call's name and kills.
// User namespaces are denied a second time by the limit of the box's own, which with version 2
// is the only one that stands before clone3: the box needs that call, too.
//
// # Limits
//
// The box watches: it sleeps until a limit could first be exceeded, looks, and sleeps again.
// Output is counted by the judge while it arrives; past the limit the judge tells the box. The
// box records the first cause, and only then kills. What the kernel killed for want of memory
// it tells in the group's record.
//
// Groups are used where this user may make them: those of cgroup version 2 where it counts
// memory, else of version 1.
//
//   - Version 2: a box starts programs in a group beside its own, which the kernel kills as a
//     whole when its memory runs out, and whose account holds nothing of the box. The judge must
//     have a group to itself, as systemd-run --user --scope -p Delegate=yes makes one, and moves
//     into a group below that.
//   - Version 1: a box lives in a memory, a cpuacct and a pids group together with its programs,
//     and takes off what it used itself.
//
// Counters are read before and after each run, and the memory's peak is set back, since moving
// a process between groups costs up to 15 milliseconds. Version 2 has a new group for each run
// where the peak can not be set back, before Linux 6.12. Swap is closed to groups.
//
// Without groups, CPU time is summed over the living and the collected, memory is that of the
// largest process, and processes are limited by RLIMIT_NPROC, which counts the user's in this
// user namespace.
//
// # Without namespaces
//
// Where users may not make namespaces, [NewLandlock] makes a sandbox whose boxes have none. The
// box is an ordinary process, the reaper of what its programs leave behind, and each program
// enters a Landlock domain of its own before its exec. It sees the system's programs and
// libraries, the five devices, and what [judge.Command] names; its working directory, home and
// temporary directory is one on disk that the box makes, and empties after each run. There is
// no /proc for it and no other directory that can be written. From ABI 6 on, its signals do not
// leave the domain.
//
// A second filter stands for the namespaces that are missing: no sockets but pairs, no System V
// or POSIX message queues, no watching of directories, and no change of files' attributes but
// by compilers and checkers. Programs can not leave their process group, so that one call kills
// a run. The judge learns the group when the program has started, and kills it should the box
// die.
//
// Programs have the judge's own user, whose files they must be able to reach, and none of his
// capabilities. Groups serve as they do in a container. Without them, a program that has too
// many threads is killed when the watch sees it, and RLIMIT_NPROC keeps disasters in bounds.
// Disk is limited for each file. Enforcement names what this leaves open.
//
// # Messages
//
// Judge and box speak over a SOCK_SEQPACKET socket, a JSON text a packet:
//
//	judge: setup, with the descriptors of the group's control files or directory
//	box:   reply, an error when it could not be set up
//	judge: request, with stdin, stdout and stderr      (again and again)
//	judge: request to kill, at any time; ignored when nothing runs
//	box:   reply with the process group, where there are no namespaces
//	box:   reply, the outcome or the judge's failure
//
// When the judge's end closes, also because the judge was killed, the box kills its programs and
// exits, and the kernel kills what is in its namespace. Groups would stay; where there are any, a janitor, one
// more process of the executable, waits for the judge's end to remove them.
package sandbox
