package all

import (
	"os"
	"runtime/pprof"
	"strings"
	"syscall"
	"testing"
	"time"

	"vigil/internal/engine"
)

func cpu() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func TestZZ(t *testing.T) {
	files := readTree(t, os.Getenv("TREE"))
	n := 0
	for p, f := range files {
		if len(f) > 16<<20 {
			delete(files, p)
		}
		n += len(f)
	}
	cache := &memory{entries: map[engine.Key][]byte{}}
	began := cpu()
	step := func(what string, c *memory) {
		r := scanCached(t, files, c)
		t.Logf("%s: %d ms, %d findings", what, (cpu() - began).Milliseconds(), len(r.Findings))
		began = cpu()
	}
	step("warm up", nil)
	step("none", nil)
	step("cold", cache)
	size := 0
	for _, e := range cache.entries {
		size += len(e) + 34
	}
	t.Logf("cache %d KB of %d KB source, %d entries", size>>10, n>>10, len(cache.entries))
	f, _ := os.Create("/tmp/warm.prof")
	pprof.StartCPUProfile(f)
	step("warm", cache)
	for p := range files {
		if strings.HasSuffix(p, os.Getenv("CHANGE")) {
			files[p] += "\n\n"
			t.Log(p)
			break
		}
	}
	step("one changed", cache)
	pprof.StopCPUProfile()
}
