package all

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax/syntaxtest"
	"vigil/internal/racetest"
)

// memory is a cache in memory that counts.
type memory struct {
	mu         sync.Mutex
	entries    map[engine.Key][]byte
	hits, puts int
}

func (m *memory) Get(k engine.Key) []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	text := m.entries[k]
	if text != nil {
		m.hits++
	}
	return text
}

func (m *memory) Put(k engine.Key, text []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.puts++
	m.entries[k] = text
}

// readTree reads the files of a folder.
func readTree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	in := os.DirFS(dir)
	err := fs.WalkDir(in, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !d.Type().IsRegular() || strings.HasPrefix(path, ".git/") {
			return err
		}
		text, err := fs.ReadFile(in, path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestCacheChangesNothing walks through histories of the fixture applications: after each change,
// a scan with the cache of all scans before it gives what a scan without gives.
func TestCacheChangesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	if racetest.Enabled {
		t.Skip("it takes minutes with the race detector, which watches TestConcurrency")
	}
	for _, app := range []string{"csharp", "go", "java", "javascript", "php", "python", "ruby", "typescript"} {
		t.Run(app, func(t *testing.T) {
			t.Parallel()
			files := readTree(t, path.Join("../pack/testdata/apps", app))
			cache := &memory{entries: map[engine.Key][]byte{}}
			random := rand.New(rand.NewPCG(1, uint64(len(app)+int(app[0]))))
			for step := 0; step <= 5; step++ {
				what := "the same again"
				if step > 1 {
					what = change(random, files)
				}
				cache.hits, cache.puts = 0, 0
				with, without := scanCached(t, files, cache), scanCached(t, files, nil)
				if with.JSON != without.JSON {
					t.Fatalf("step %d, %s:\n%s", step, what, firstDifference(with.JSON, without.JSON))
				}
				t.Logf("step %d, %s: %d findings, %d hits, %d results stored", step, what, len(with.Findings), cache.hits, cache.puts)
				if step == 0 && cache.puts == 0 || step == 1 && cache.hits == 0 {
					t.Errorf("the cache is not used: %+v", cache.puts)
				}
			}
		})
	}
}

func scanCached(t testing.TB, files map[string]string, cache *memory) enginetest.Result {
	t.Helper()
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{BuiltIn: true, Code: rulescan.Config{Syntax: e}, SecretsKey: bytes.Repeat([]byte("k"), 32)}
	detectors, err := Detectors(c)
	if err != nil {
		t.Fatal(err)
	}
	o := engine.Options{Workers: 2, Describer: Describer(c), Build: "1"}
	if cache != nil {
		o.Cache = cache
	}
	return enginetest.Run(t, enginetest.Tree(t, files), o, detectors...)
}

// change changes a tree as a commit might, and says how.
func change(random *rand.Rand, files map[string]string) string {
	paths := slices.Sorted(maps.Keys(files))
	one, other := paths[random.IntN(len(paths))], paths[random.IntN(len(paths))]
	lines := strings.SplitAfter(files[one], "\n")
	at := random.IntN(len(lines))
	switch random.IntN(6) {
	case 0:
		delete(files, one)
		return "delete " + one
	case 1:
		to := path.Join(path.Dir(one), "moved_"+path.Base(one))
		files[to] = files[one]
		delete(files, one)
		return "rename " + one
	case 2: // which moves the findings behind it
		files[one] = strings.Join(slices.Insert(lines, at, "\n\n"), "")
		return "insert lines into " + one
	case 3: // which may be a sanitizer, an import, or a sink
		files[one] = strings.Join(slices.Delete(lines, at, min(at+3, len(lines))), "")
		return fmt.Sprintf("delete three lines from %d of %s", at+1, one)
	case 4:
		files[one], files[other] = files[other], files[one]
		return "swap " + one + " and " + other
	default:
		files[one] += files[other]
		return "append " + other + " to " + one
	}
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range as {
		if i >= len(bs) || as[i] != bs[i] {
			return fmt.Sprintf("with:    %.2000s\nwithout: %.2000s", as[i], strings.Join(bs[i:min(i+1, len(bs))], ""))
		}
	}
	return "with: nothing more"
}
