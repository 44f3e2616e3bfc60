package syntax

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
)

//go:embed grammars/*.wasm.gz
var grammars embed.FS

// Config configures an engine. The zero value is useful.
type Config struct {
	// CacheDir caches machine code, so that the next process need not compile a grammar
	// again. The cached code is executed: nobody else may be able to write there. An
	// unusable cache is not an error. "": no cache.
	CacheDir string
	// MemoryLimit is the memory limit of one parser in bytes. 0: 256 MiB
	MemoryLimit uint64
}

// Engine loads grammars. It is safe for concurrent use.
type Engine struct {
	cached, plain *machine // cached is nil without a cache

	mu     sync.Mutex
	loaded map[string]func() (*Language, error)
}

// New returns an engine, which the caller must close. It outlives ctx, because grammars are
// shared by all who parse.
func New(ctx context.Context, c Config) (*Engine, error) {
	if c.MemoryLimit == 0 {
		c.MemoryLimit = 256 << 20
	}
	e := &Engine{loaded: map[string]func() (*Language, error){}}
	var err error
	if e.plain, err = newMachine(ctx, "", c.MemoryLimit); err != nil {
		return nil, err
	}
	if c.CacheDir != "" {
		e.cached, _ = newMachine(ctx, c.CacheDir, c.MemoryLimit)
	}
	return e, nil
}

// Close frees all grammars. No parser may be in use.
func (e *Engine) Close() {
	e.plain.close()
	if e.cached != nil {
		e.cached.close()
	}
}

// Languages returns the names of all languages, sorted.
func Languages() []string {
	files, _ := grammars.ReadDir("grammars") // embedded
	names := make([]string, 0, len(files))
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".wasm.gz"))
	}
	return names
}

// Language returns a grammar. The first call loads it.
func (e *Engine) Language(name string) (*Language, error) {
	e.mu.Lock()
	load, ok := e.loaded[name]
	if !ok {
		load = sync.OnceValues(func() (*Language, error) { return e.load(name) })
		e.loaded[name] = load
	}
	e.mu.Unlock()
	l, err := load()
	if err != nil {
		return nil, fmt.Errorf("load grammar of %s: %w", name, err)
	}
	return l, nil
}

// Load loads grammars now, while the cache can be read. A grammar that is first requested in a
// process without a file system works, but has to be compiled. That takes some hundred MiB
// each, so no more are loaded at once than there are cores.
func (e *Engine) Load(languages ...string) error {
	failed := make([]error, len(languages))
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, name := range languages {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			_, failed[i] = e.Language(name)
		})
	}
	wg.Wait()
	return errors.Join(failed...)
}

// Parser returns a parser of a language. The caller must close it.
func (e *Engine) Parser(language string) (*Parser, error) {
	l, err := e.Language(language)
	if err != nil {
		return nil, err
	}
	return l.Parser(), nil
}

// linked are grammars that are linked into the program without WebAssembly.
var linked = map[string]func() (*Language, error){}

// Link makes engines use a grammar that is linked into the program, for package native.
// It must be called before an engine is created.
func Link(name string, load func() (*Language, error)) { linked[name] = load }

func (e *Engine) load(name string) (*Language, error) {
	if load, ok := linked[name]; ok {
		return load()
	}
	code, err := unpack(name)
	if err != nil {
		return nil, err
	}
	if e.cached != nil {
		if l, err := e.cached.load(name, code); err == nil {
			return l, nil
		} // the disk is full, say, or this process may no longer read files
	}
	return e.plain.load(name, code)
}

// unpack returns the embedded module of a language.
func unpack(name string) ([]byte, error) {
	packed, err := grammars.ReadFile("grammars/" + name + ".wasm.gz")
	if err != nil {
		return nil, fmt.Errorf("no such grammar; available: %s", strings.Join(Languages(), ", "))
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
