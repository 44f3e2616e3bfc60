package syntax

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

//go:embed grammars/*.wasm.gz
var grammars embed.FS

// pageBytes is the unit in which a WebAssembly memory grows.
const pageBytes = 1 << 16

// Engine loads grammars. It is safe for concurrent use.
type Engine struct {
	memoryLimit uint64
	runtime     wazero.Runtime
	cache       wazero.CompilationCache

	mu     sync.Mutex
	loaded map[string]func() (*Language, error)
}

// New returns an engine. Close it in the end.
func New(c Config) (*Engine, error) {
	if c.MemoryLimit == 0 {
		c.MemoryLimit = 512 << 20
	}
	pages := min(c.MemoryLimit/pageBytes, 1<<16)
	cache := wazero.NewCompilationCache()
	if c.CacheDir != "" {
		var err error
		if cache, err = wazero.NewCompilationCacheWithDir(c.CacheDir); err != nil {
			return nil, fmt.Errorf("open cache of grammars: %w", err)
		}
	}
	ctx := context.Background()
	e := &Engine{
		memoryLimit: pages * pageBytes,
		runtime: wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().
			WithCompilationCache(cache).WithMemoryLimitPages(uint32(pages))),
		cache:  cache,
		loaded: map[string]func() (*Language, error){},
	}
	// wazero could watch the context itself, but then all code is slower by half.
	_, err := e.runtime.NewHostModuleBuilder("env").NewFunctionBuilder().
		WithGoFunction(api.GoFunc(cancelled), nil, []api.ValueType{api.ValueTypeI32}).
		Export("cancelled").Instantiate(ctx)
	if err != nil {
		e.Close()
		return nil, fmt.Errorf("start WebAssembly: %w", err)
	}
	return e, nil
}

func cancelled(ctx context.Context, result []uint64) {
	result[0] = 0
	if ctx.Err() != nil {
		result[0] = 1
	}
}

// Close frees all grammars. No parser may be in use any more.
func (e *Engine) Close() {
	ctx := context.Background()
	_ = e.runtime.Close(ctx) // both only free memory
	_ = e.cache.Close(ctx)   // which holds the machine code
}

// Languages returns the names of all languages, sorted.
func Languages() []string {
	files, _ := grammars.ReadDir("grammars") // embedded
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".wasm.gz"))
	}
	return names
}

// Language returns a grammar, which is loaded by the first call.
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
		return nil, fmt.Errorf("load grammar of %q: %w", name, err)
	}
	return l, nil
}

// Load loads grammars, so that no file is read or written later on their behalf.
func (e *Engine) Load(languages ...string) error {
	for _, name := range languages {
		if _, err := e.Language(name); err != nil {
			return err
		}
	}
	return nil
}

// Parser returns a parser of a language.
func (e *Engine) Parser(language string) (*Parser, error) {
	l, err := e.Language(language)
	if err != nil {
		return nil, err
	}
	return &Parser{language: l, engine: e}, nil
}

func (e *Engine) load(name string) (*Language, error) {
	packed, err := grammars.ReadFile("grammars/" + name + ".wasm.gz")
	if err != nil {
		return nil, fmt.Errorf("no such language; there are %s", strings.Join(Languages(), ", "))
	}
	unpack, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	code, err := io.ReadAll(unpack)
	if err != nil {
		return nil, err
	}
	compiled, err := e.runtime.CompileModule(context.Background(), code)
	if err != nil {
		return nil, err
	}
	i, err := e.instantiate(compiled)
	if err != nil {
		return nil, err
	}
	defer i.close()
	l, err := i.language(name)
	if err != nil {
		return nil, err
	}
	l.grammar = compiled
	return l, nil
}
