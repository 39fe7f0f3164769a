package cache

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// childVar makes the test binary a process that dies while it fills an entry of the cache
// that the variable names.
const childVar = "JUDGE_TEST_CACHE_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childVar); dir != "" {
		fmt.Fprintln(os.Stderr, fillForEver(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// fillForEver writes half an entry, says so, and waits until it is killed.
func fillForEver(dir string) error {
	c, err := Open(dir)
	if err != nil {
		return err
	}
	_, err = c.Fill(context.Background(), key("a"), func(dir string) error {
		if err := writes(map[string]string{"half": "1"})(dir); err != nil {
			return err
		}
		fmt.Println("half")
		select {}
	})
	return err
}

func TestKilledProcessLeavesNoEntry(t *testing.T) {
	home := t.TempDir()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childVar+"="+home)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "half\n" {
		t.Fatalf("the child says %q, %v", line, err)
	}

	open(t, home)
	if living := stagings(t, home); len(living) != 1 {
		t.Errorf("the staging of a living process is %q", living)
	}

	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait() // says that it was killed
	c := open(t, home)
	if dead := stagings(t, home); len(dead) > 0 {
		t.Errorf("the staging of a dead process is still there: %q", dead)
	}
	if dir, ok := c.Dir(key("a")); ok {
		t.Errorf("there is an entry %s", dir)
	}
}

func TestCloseLeavesNoStaging(t *testing.T) {
	home := t.TempDir()
	c, err := Open(home)
	if err != nil {
		t.Fatal(err)
	}
	dir := mustFill(t, c, key("a"), nil)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(filepath.Join(home, "staging"))
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Error(err)
	}
}

// TestOpenTogether races new stagings with those who clear up: nobody may lose theirs.
func TestOpenTogether(t *testing.T) {
	home := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 20 {
				if err := openFillClose(home, key(fmt.Sprint(i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func openFillClose(home string, k Key) error {
	c, err := Open(home)
	if err != nil {
		return err
	}
	_, err = c.Fill(context.Background(), k, writes(map[string]string{"x": "1"}))
	return errors.Join(err, c.Close())
}
