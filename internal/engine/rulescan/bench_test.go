package rulescan_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/files"
	"vigil/internal/engine/pack"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
)

// benchBytes is the size of the tree that is built from files of this repository.
const benchBytes = 4 << 20

// benchTree is the folder $VIGIL_BENCH_TREE, or the source of this repository and the
// examples of its rules, again and again.
func benchTree(b *testing.B) (all map[string]string, size int) {
	b.Helper()
	root := os.Getenv("VIGIL_BENCH_TREE")
	roots, most := []string{root}, 0
	if root == "" {
		root = filepath.Join("..", "..", "..")
		roots, most = []string{filepath.Join(root, "internal"), filepath.Join(root, "cmd")}, benchBytes
	}
	all = map[string]string{}
	for _, r := range roots {
		err := filepath.WalkDir(r, func(p string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			name, err := filepath.Rel(root, p)
			if err != nil || len(files.Languages(name, "")) == 0 {
				return err
			}
			text, err := os.ReadFile(p)
			if len(text) < 1<<20 {
				all[name] = string(text)
				size += len(text)
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for round := 1; size < most; round++ {
		for _, name := range names {
			all[fmt.Sprintf("again%d/%s", round, name)] = all[name]
			size += len(all[name])
		}
	}
	return all, size
}

// benchRules returns the built-in rules in a shuffled but fixed order.
func benchRules(b *testing.B) []*rules.Rule {
	b.Helper()
	list, err := pack.Rules()
	if err != nil {
		b.Fatal(err)
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(x, y *rules.Rule) int { return strings.Compare(x.ID, y.ID) })
	var out []*rules.Rule
	for first := range 4 { // each quarter has some of every language and kind
		for i := first; i < len(list); i += 4 {
			out = append(out, list[i])
		}
	}
	return out
}

// others returns rules with the same findings that share no pattern with the given ones: they
// differ in an option that does not affect their results.
func others(list []*rules.Rule) []*rules.Rule {
	out := make([]*rules.Rule, len(list))
	for i, r := range list {
		c := *r
		c.ID += "-again"
		c.Options.XMLSingleIsAny = !c.Options.XMLSingleIsAny
		out[i] = &c
	}
	return out
}

// BenchmarkRules measures a code scan with part of the rules, all of them, and twice as many:
// megabytes of source per CPU second, peak memory of this process, and how much the cost grows
// when the number of rules doubles.
func BenchmarkRules(b *testing.B) {
	files, size := benchTree(b)
	tree := enginetest.Tree(b, files)
	needed := map[string]bool{}
	for name := range files {
		for _, g := range rulescan.Grammars(name) {
			needed[g] = true
		}
	}
	if err := grammars.Load(slices.Collect(maps.Keys(needed))...); err != nil { // cached in a scan
		b.Fatal(err)
	}
	list := benchRules(b)
	all := len(list)
	list = append(list, others(list)...)
	var before time.Duration
	for _, part := range []struct {
		name string
		n    int
	}{{"quarter", all / 4}, {"half", all / 2}, {"all", all}, {"twice", 2 * all}} {
		b.Run(part.name, func(b *testing.B) {
			var best time.Duration
			found := 0
			debug.FreeOSMemory()
			resetPeak()
			for b.Loop() {
				began := cpu()
				d := rulescan.New(rulescan.Config{Rules: list[:part.n], Syntax: grammars})
				found = 0
				err := engine.Run(b.Context(), tree, []engine.Detector{d}, engine.Options{}, func(m engine.Message) error {
					if m.Finding != nil {
						found++
					}
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
				if used := cpu() - began; best == 0 || used < best {
					best = used
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(size)/1e6/best.Seconds(), "MB/cpu-s")
			b.ReportMetric(best.Seconds(), "cpu-s")
			b.ReportMetric(peak()/1e6, "peak-MB")
			b.ReportMetric(float64(found), "findings")
			if before > 0 {
				b.ReportMetric(best.Seconds()/before.Seconds(), "times-the-cost")
			}
			before = best
		})
	}
}

// cpu is the CPU time used by this process.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resetPeak resets the peak memory of this process, where the system supports that.
func resetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// peak is the peak memory of this process in bytes, 0 if unknown.
func peak() float64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	kb, _ := strconv.ParseFloat(number, 64)
	return kb * 1024
}
