package all

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"vigil/internal/engine"
)

// BenchmarkCache reports the CPU time of scans with a cache as a share of that of a scan without,
// and the size of the cache as a share of the source. VIGIL_BENCH_TREE names another tree than the
// fixture applications, VIGIL_BENCH_CHANGE the end of the path of the file that changes.
func BenchmarkCache(b *testing.B) {
	dir, change := os.Getenv("VIGIL_BENCH_TREE"), os.Getenv("VIGIL_BENCH_CHANGE")
	if dir == "" {
		dir, change = "../pack/testdata/apps", "reports.py"
	}
	files := readTree(b, dir)
	source := 0
	for _, text := range files {
		source += len(text)
	}
	changed, twenty := maps.Clone(files), maps.Clone(files)
	n := 0
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if change != "" && strings.HasSuffix(path, change) {
			changed[path] += "\n\n"
		}
		// Text of the same language as the changed one, spread over the tree.
		if strings.HasSuffix(path, change[strings.LastIndexByte(change, '.')+1:]) && n < 20 {
			twenty[path] += "\n\n"
			n++
		}
	}
	scanCached(b, files, nil) // the first one also loads grammars
	for b.Loop() {
		cost := func(files map[string]string, cache *memory) float64 {
			before := cpuTime(b)
			scanCached(b, files, cache)
			return float64(cpuTime(b) - before)
		}
		cache := &memory{entries: map[engine.Key][]byte{}}
		none, cold := cost(files, nil), cost(files, cache)
		size := 0
		for _, text := range cache.entries {
			size += len(text) + len(engine.Key{})
		}
		b.ReportMetric(100*cold/none, "%cold")
		b.ReportMetric(100*cost(files, cache)/none, "%unchanged")
		b.ReportMetric(100*cost(changed, cache)/none, "%one-changed")
		b.ReportMetric(100*cost(twenty, cache)/none, "%20-changed")
		b.ReportMetric(100*float64(size)/float64(source), "%size")
	}
}

// cpuTime is the CPU time that the process has used, in nanoseconds.
func cpuTime(b *testing.B) int64 {
	var r unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return r.Utime.Nano() + r.Stime.Nano()
}
