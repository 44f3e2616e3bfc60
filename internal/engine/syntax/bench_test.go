package syntax

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// cpu is the CPU time used by this process. Other processes disturb it less than they do
// the clock.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // cannot fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkParse measures megabytes per CPU second, on the files in
// $SYNTAX_CORPUS/<language>, or on the samples.
func BenchmarkParse(b *testing.B) {
	all := map[string][][]byte{}
	for language, src := range samples(b) {
		all[language] = [][]byte{src}
	}
	if dir := os.Getenv("SYNTAX_CORPUS"); dir != "" {
		for language := range all {
			all[language] = nil
			files, err := filepath.Glob(filepath.Join(dir, language, "*"))
			if err != nil {
				b.Fatal(err)
			}
			for _, file := range files {
				src, err := os.ReadFile(file)
				if err != nil {
					b.Fatal(err)
				}
				all[language] = append(all[language], src)
			}
		}
	}
	for _, language := range Languages() {
		b.Run(language, func(b *testing.B) {
			p := newParser(b, language)
			bytes, nodes := 0, 0
			var best time.Duration // of all rounds
			for b.Loop() {
				bytes, nodes = 0, 0
				began := cpu()
				for _, src := range all[language] {
					tree, err := p.Parse(b.Context(), src)
					if err != nil {
						b.Fatal(err)
					}
					bytes += len(src)
					nodes += len(tree.Nodes)
				}
				if used := cpu() - began; best == 0 || used < best {
					best = used
				}
			}
			b.ReportMetric(float64(bytes)/1e6/best.Seconds(), "MB/cpu-s")
			b.ReportMetric(float64(best.Nanoseconds())/float64(max(1, nodes)), "cpu-ns/node")
		})
	}
}

// BenchmarkLoad measures the time until a grammar can be used.
func BenchmarkLoad(b *testing.B) {
	cache := b.TempDir()
	for name, dir := range map[string]string{"compiled": "", "cached": cache} {
		for _, language := range Languages() {
			b.Run(name+"/"+language, func(b *testing.B) {
				if dir != "" {
					if err := newEngine(b, Config{CacheDir: dir}).Load(language); err != nil {
						b.Fatal(err)
					}
				}
				began := cpu()
				for b.Loop() {
					e, err := New(b.Context(), Config{CacheDir: dir})
					if err != nil {
						b.Fatal(err)
					}
					if err := e.Load(language); err != nil {
						b.Fatal(err)
					}
					e.Close()
				}
				b.ReportMetric((cpu()-began).Seconds()*1e3/float64(b.N), "cpu-ms/op")
			})
		}
	}
}
