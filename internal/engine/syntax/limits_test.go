package syntax

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// dense is about n bytes of JavaScript, with a node for almost each of them.
func dense(n int) []byte {
	const unit = `function f(a,b){return a?b.c(()=>{let d=[1,2,{e:"x"}];for(let i=0;i<d.length;i++)b[i]=d[i]||a&&!b}):null}`
	return []byte(strings.Repeat(unit, n/len(unit)+1))
}

// usable checks that a parser works.
func usable(t *testing.T, p *Parser) {
	t.Helper()
	if got := draw(parse(t, p, "f()")); got != "(program (expression_statement (call_expression function:(identifier) arguments:(arguments))))" {
		t.Errorf("the next file became %s", got)
	}
}

func TestDeadline(t *testing.T) {
	p := newParser(t, "javascript")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := p.Parse(ctx, dense(20<<20))
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if took := time.Since(began); took > time.Minute { // the whole file would take minutes
		t.Errorf("stopped after %v", took)
	}
	if p.instance != nil {
		t.Error("the instance is kept")
	}
	usable(t, p)
}

func TestCancelled(t *testing.T) {
	p := newParser(t, "javascript")
	ctx, cancel := context.WithCancelCause(t.Context())
	gone := errors.New("gone")
	cancel(gone)
	if _, err := p.Parse(ctx, []byte("f()")); !errors.Is(err, gone) {
		t.Errorf("got %v", err)
	}
	usable(t, p)
}

func TestMemoryLimit(t *testing.T) {
	p := parserOf(t, newEngine(t, Config{MemoryLimit: 32 << 20}), "javascript")
	for _, src := range [][]byte{dense(1 << 20), make([]byte, 64<<20)} {
		if _, err := p.Parse(t.Context(), src); !errors.Is(err, ErrMemory) {
			t.Errorf("%d bytes: got %v", len(src), err)
		}
		usable(t, p)
	}
}

func TestTooLittleMemory(t *testing.T) {
	e := newEngine(t, Config{MemoryLimit: 1 << 20})
	if _, err := e.Parser("javascript"); err == nil {
		t.Error("a grammar works in 1 MiB")
	}
}

func TestHugeFileIsNotKept(t *testing.T) {
	p := newParser(t, "javascript")
	tree := parse(t, p, string(dense(700_000)))
	check(t, tree)
	if p.instance != nil {
		t.Error("the instance is kept")
	}
	usable(t, p)
	if p.instance == nil {
		t.Error("the instance is not kept after a small file")
	}
}

func TestDepth(t *testing.T) {
	for _, c := range []struct{ language, open string }{
		{"javascript", "["}, {"python", "("}, {"java", "{"}, {"json", "["}, {"ruby", "{"}, {"yaml", "["},
	} {
		t.Run(c.language, func(t *testing.T) {
			t.Parallel()
			tree, err := newParser(t, c.language).Parse(t.Context(), []byte(strings.Repeat(c.open, 100_000)))
			if err == nil {
				check(t, tree)
			} else if !errors.Is(err, ErrDepth) && !errors.Is(err, ErrMemory) && !errors.Is(err, ErrCrash) {
				t.Error(err)
			}
		})
	}
	p := newParser(t, "json")
	nested := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if _, err := p.Parse(t.Context(), nested(100_000)); !errors.Is(err, ErrDepth) {
		t.Errorf("100,000 brackets: %v", err)
	}
	if _, err := p.Parse(t.Context(), nested(MaxDepth)); !errors.Is(err, ErrDepth) {
		t.Errorf("one too many: %v", err)
	}
	tree := parse(t, p, string(nested(MaxDepth-1)))
	check(t, tree)
}

// TestCrash corrupts the memory of a grammar.
func TestCrash(t *testing.T) {
	p := newParser(t, "javascript")
	usable(t, p)
	memory := p.instance.(*instance).module.Memory()
	memory.Write(1<<20, bytes.Repeat([]byte{0xff}, int(memory.Size())-1<<20))
	_, err := p.Parse(t.Context(), []byte("f()"))
	if !errors.Is(err, ErrCrash) || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	usable(t, p)
}

func TestUnknownLanguage(t *testing.T) {
	e := newEngine(t, Config{})
	if err := e.Load("json", "cobol"); err == nil || !strings.Contains(err.Error(), "cobol") || !strings.Contains(err.Error(), "typescript") {
		t.Errorf("got %v", err)
	}
}

func TestCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "cache")
	entries := func() (files []string) {
		files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	for range 2 {
		e := newEngine(t, Config{CacheDir: dir})
		if err := e.Load("json"); err != nil {
			t.Fatal(err)
		}
		if n := len(entries()); n != 1 {
			t.Errorf("the cache has %d entries", n)
		}
	}
	// A corrupt entry is not used.
	file := entries()[0]
	code, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	code[len(code)/2] ^= 1
	if err := os.WriteFile(file, code, 0o600); err != nil {
		t.Fatal(err)
	}
	check(t, parse(t, parserOf(t, newEngine(t, Config{CacheDir: dir}), "json"), "[1]"))
}

func TestCacheThatCannotBeUsed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	gone := t.TempDir()
	for _, dir := range []string{file, gone} {
		e := newEngine(t, Config{CacheDir: dir})
		if err := os.RemoveAll(gone); err != nil { // after the engine has seen it
			t.Fatal(err)
		}
		check(t, parse(t, parserOf(t, e, "json"), "[1]"))
	}
}
