package examine

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// TestLinkerID builds two programs that differ by one constant.
func TestLinkerID(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("programs are not ELF files")
	}
	if testing.Short() {
		t.Skip("slow")
	}
	dir := t.TempDir()
	build := func(text string, flags ...string) string {
		t.Helper()
		source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
		if err := os.WriteFile(source, []byte("package main\n\nfunc main() { println(\""+text+"\") }\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		c := exec.Command("go", append(append([]string{"build", "-o", program}, flags...), source)...)
		c.Env = append(os.Environ(), "GO111MODULE=off", "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		file, err := os.Open(program)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		return linkerID(file)
	}
	one := build("one")
	if one == "" || build("one") != one || build("two") == one {
		t.Errorf("%q does not identify the program", one)
	}
	if stripped := build("one", "-ldflags=-s -w"); stripped == "" || stripped == one {
		t.Errorf("%q is the same as %q", stripped, one)
	}
	for _, flags := range []string{"-buildid=", "-buildid=fixed"} {
		if id := build("one", "-ldflags="+flags); id != "" {
			t.Errorf("%s: %q", flags, id)
		}
	}
}
