package syntax

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// cpu is the processor time this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkParse measures megabytes for each second of processor time, on the files in
// $SYNTAX_CORPUS/<language>.
func BenchmarkParse(b *testing.B) {
	dirs, _ := filepath.Glob(filepath.Join(os.Getenv("SYNTAX_CORPUS"), "*"))
	if os.Getenv("SYNTAX_CORPUS") == "" || len(dirs) == 0 {
		b.Skip("no files in $SYNTAX_CORPUS")
	}
	for _, dir := range dirs {
		b.Run(filepath.Base(dir), func(b *testing.B) {
			p := newParser(b, filepath.Base(dir))
			var files [][]byte
			bytes := 0
			names, _ := filepath.Glob(filepath.Join(dir, "*"))
			for _, name := range names {
				src, err := os.ReadFile(name)
				if err != nil {
					b.Fatal(err)
				}
				files = append(files, src)
				bytes += len(src)
			}
			nodes := 0
			before := cpu()
			for b.Loop() {
				for _, src := range files {
					tree, err := p.Parse(b.Context(), src)
					if err != nil {
						b.Fatal(err)
					}
					nodes += len(tree.Nodes)
				}
			}
			used := (cpu() - before).Seconds()
			b.ReportMetric(float64(bytes)*float64(b.N)/1e6/used, "MB/cpu-s")
			b.ReportMetric(used*1e9/float64(nodes), "cpu-ns/node")
		})
	}
}
