package native

import (
	"maps"
	"slices"
	"syscall"
	"testing"
	"time"

	"vigil/internal/engine/syntax"
)

func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkParse compares the two kinds of parsers in turns, on the files of
// TestSameTrees. Of each, the best round counts.
func BenchmarkParse(b *testing.B) {
	e := newEngine(b)
	all := sources(b)
	for _, name := range slices.Sorted(maps.Keys(grammars)) {
		b.Run(name, func(b *testing.B) {
			native, wasm := parsers(b, e, name)
			bytes := 0
			round := func(p *syntax.Parser) time.Duration {
				bytes = 0
				began := cpu()
				for _, src := range all[name] {
					if _, err := p.Parse(b.Context(), src); err != nil {
						b.Fatal(err)
					}
					bytes += len(src)
				}
				return cpu() - began
			}
			var bestNative, bestWasm time.Duration = 1 << 62, 1 << 62
			for b.Loop() {
				bestNative = min(bestNative, round(native))
				bestWasm = min(bestWasm, round(wasm))
			}
			b.ReportMetric(float64(bytes)/1e6/bestNative.Seconds(), "native-MB/cpu-s")
			b.ReportMetric(float64(bytes)/1e6/bestWasm.Seconds(), "wasm-MB/cpu-s")
			b.ReportMetric(bestWasm.Seconds()/bestNative.Seconds(), "ratio")
		})
	}
}
