//go:build unix

// Victim is the program that the conformance suite of package executortest runs. Its
// arguments say how it is to behave; see the table of behaviours.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

var behaviours = map[string]func(args []string) error{
	"exit":   func(args []string) error { os.Exit(number(args[0])); return nil },
	"cat":    cat,
	"print":  func(args []string) error { return write(os.Stdout, number(args[0])) },
	"stderr": func(args []string) error { return write(os.Stderr, number(args[0])) },
	"env":    func([]string) error { return printAll(os.Environ()) },
	"fds":    descriptors,
	"dir":    directory,
	"sleep":  func([]string) error { return sleep() },
	"stop":   func([]string) error { return unix.Kill(os.Getpid(), unix.SIGSTOP) },
	"spin":   spin,
	"touch":  touch,
	"open":   open,
	"fill":   fill,
	"lock":   lock,
	"leave":  leave,
	"both":   func([]string) error { fmt.Println("done"); return sleep() },
}

func main() {
	if err := behaviours[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

func cat([]string) error {
	_, err := io.Copy(os.Stdout, os.Stdin)
	return err
}

// write writes n bytes, or without end when n is negative.
func write(w io.Writer, n int) error {
	block := bytes.Repeat([]byte("0123456789abcde\n"), 4096)
	for n != 0 {
		if n > 0 && n < len(block) {
			block = block[:n]
		}
		if _, err := w.Write(block); err != nil {
			return err
		}
		n -= len(block)
	}
	return nil
}

func printAll(lines []string) error {
	for _, l := range lines {
		fmt.Println(l)
	}
	return nil
}

// descriptors prints those that were open when the program started: what comes through an
// exec can not be marked to be closed by it, and what the Go runtime opens for itself is.
func descriptors([]string) error {
	for fd := range 256 {
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
		if err == nil && flags&unix.FD_CLOEXEC == 0 {
			fmt.Println(fd)
		}
	}
	return nil
}

// directory prints what is in the working directory, then leaves something there.
func directory([]string) error {
	entries, err := os.ReadDir(".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		fmt.Println(e.Name())
	}
	if err := os.WriteFile("left-behind", []byte("x"), 0o600); err != nil {
		return err
	}
	wd, err := os.Getwd()
	fmt.Println(wd)
	return err
}

func sleep() error {
	for {
		time.Sleep(time.Hour)
	}
}

// spin burns the CPU time it is told, for ever when that is negative, on as many threads as
// it is told.
func spin(args []string) error {
	limit := time.Duration(number(args[0])) * time.Millisecond
	if len(args) > 1 {
		for range number(args[1]) - 1 {
			go burn(-1)
		}
	}
	burn(limit)
	return nil
}

func burn(limit time.Duration) {
	sum := 0
	for limit < 0 || processCPU() < limit {
		for i := range 100_000 {
			sum += i
		}
	}
	if sum < 0 { // never, but the compiler does not know
		fmt.Println(sum)
	}
}

func processCPU() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts); err != nil {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

// touch makes so many MiB resident, without end when that is negative.
func touch(args []string) error {
	var kept [][]byte
	for n := number(args[0]); n != 0; n-- {
		block := make([]byte, 1<<20)
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		kept = append(kept, block)
	}
	fmt.Println(len(kept))
	return nil
}

// open opens a file until it fails, and prints how often it did not.
func open([]string) error {
	for n := 0; ; n++ {
		if _, err := unix.Open("/dev/null", unix.O_RDONLY, 0); err != nil {
			fmt.Println(n)
			return err
		}
	}
}

// fill writes a file in the working directory until it fails.
func fill([]string) error {
	f, err := os.Create("big")
	if err != nil {
		return err
	}
	return write(f, -1)
}

// lock holds a lock on a file until the process is gone.
func lock(args []string) error {
	f, err := os.OpenFile(args[0], os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		return err
	}
	fmt.Println("locked")
	os.Stdout.Close()
	if len(args) > 1 {
		burn(-1)
	}
	return sleep()
}

// leave starts this program again to hold a lock, in the way it is told, and ends once the
// other has it: "child" in the same group, "session" in a session of its own, "orphan" the
// same with the process between them gone, "bare" an orphan without environment. A further
// argument makes the other one spin.
func leave(args []string) error {
	how, rest := args[0], args[1:]
	next := append([]string{"lock"}, rest...)
	if how == "orphan" || how == "bare" {
		next = append([]string{"leave", "session"}, rest...)
	}
	cmd := exec.Command(os.Args[0], next...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: how != "child"}
	if how == "bare" {
		cmd.Env = []string{"NOTHING=1"}
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	said, err := io.ReadAll(out)
	if err != nil || string(said) != "locked\n" {
		return fmt.Errorf("the other said %q: %v", said, err)
	}
	fmt.Println("locked")
	if len(rest) > 1 {
		return sleep()
	}
	return nil
}
