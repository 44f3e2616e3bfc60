package syntax

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"vigil/internal/racetest"
	"vigil/internal/sandbox"
)

// TestMain lets the test binary also be the sandboxed child.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.ChildArg {
		os.Exit(childMain())
	}
	os.Exit(m.Run())
}

// asked is the input of the child of TestInSandbox.
type asked struct {
	CacheDir string
	Load     []string          // before it is confined
	Files    map[string][]byte // by language
}

// childLimit is the memory limit of one parser in the child.
const childLimit = 16 << 20

// childMain proceeds like child.Main: grammars first, then confinement, then files.
func childMain() int {
	var e *Engine
	var a asked
	prepare := func(request []byte) (err error) {
		if err := json.Unmarshal(request, &a); err != nil {
			return err
		}
		if e, err = New(context.Background(), Config{CacheDir: a.CacheDir, MemoryLimit: childLimit}); err != nil {
			return err
		}
		return e.Load(a.Load...)
	}
	return sandbox.Child(prepare, func(_ *os.File, _ []byte, out io.Writer) error {
		if _, err := os.Open(a.CacheDir); !errors.Is(err, os.ErrPermission) {
			return fmt.Errorf("not confined: %w", err)
		}
		results := make([]map[string]string, 4)
		failed := make([]error, len(results))
		var wg sync.WaitGroup
		for w := range results {
			wg.Go(func() { results[w], failed[w] = work(e, a.Files) })
		}
		wg.Wait()
		if err := errors.Join(failed...); err != nil {
			return err
		}
		for _, r := range results {
			if err := json.NewEncoder(out).Encode(r); err != nil {
				return err
			}
		}
		return nil
	})
}

// work parses each file twice, with one in between that exceeds the memory limit.
func work(e *Engine, files map[string][]byte) (map[string]string, error) {
	hashes := map[string]string{}
	for language, src := range files {
		p, err := e.Parser(language)
		if err != nil {
			return nil, err
		}
		for round := range 2 {
			tree, err := p.Parse(context.Background(), src)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", language, err)
			}
			hashes[language] += hash(tree)
			if language == "javascript" && round == 0 {
				if _, err := p.Parse(context.Background(), dense(200_000)); !errors.Is(err, ErrMemory) {
					return nil, fmt.Errorf("huge file: %w", err)
				}
			}
		}
		p.Close()
	}
	return hashes, nil
}

func hash(tree *Tree) string {
	h := fnv.New64a()
	fmt.Fprint(h, tree.Nodes)
	return fmt.Sprintf("%x ", h.Sum64())
}

// TestInSandbox parses in a child that is confined as in production: in the main languages,
// which are loaded before, and in one that is not.
func TestInSandbox(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	if racetest.Enabled {
		t.Skip("memory limits do not work with the race detector; make test runs it without")
	}
	main := []string{"python", "javascript", "typescript", "tsx", "java", "go", "ruby", "php", "c_sharp", "hcl", "yaml"}
	a := asked{CacheDir: filepath.Join(t.TempDir(), "cache"), Load: main, Files: map[string][]byte{}}
	all := samples(t)
	for _, language := range append(main, "dockerfile") {
		a.Files[language] = all[language]
	}
	request, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := os.Create(filepath.Join(t.TempDir(), "snapshot"))
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	var got []map[string]string
	for _, cache := range []string{"filled by the child", "found by the child"} {
		err := sandbox.New(sandbox.Config{}).Run(t.Context(), snapshot, request, func(line []byte) error {
			var hashes map[string]string
			err := json.Unmarshal(line, &hashes)
			got = append(got, hashes)
			return err
		})
		if err != nil {
			t.Fatalf("cache %s: %v", cache, err)
		}
		if files, _ := filepath.Glob(filepath.Join(a.CacheDir, "*", "*")); len(files) != len(main) {
			t.Errorf("cache %s: it has %d entries", cache, len(files))
		}
	}
	want, err := work(newEngine(t, Config{CacheDir: a.CacheDir, MemoryLimit: childLimit}), a.Files)
	if err != nil {
		t.Fatal(err)
	}
	for i, hashes := range got {
		if !maps.Equal(hashes, want) {
			t.Errorf("worker %d has other trees in the sandbox", i)
		}
	}
	if len(got) != 8 || len(want) != len(main)+1 {
		t.Errorf("%d workers parsed %d files", len(got), len(want))
	}
}
