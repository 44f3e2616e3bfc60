package syntax

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// pageBytes is the unit in which a WebAssembly memory grows.
const pageBytes = 1 << 16

// machine runs WebAssembly.
type machine struct {
	ctx         context.Context // of the runtime; never canceled. Parsing has the caller's
	memoryLimit uint64
	runtime     wazero.Runtime
	cache       wazero.CompilationCache
}

// newMachine returns a machine that keeps machine code in cacheDir, if not "".
func newMachine(ctx context.Context, cacheDir string, memoryLimit uint64) (*machine, error) {
	cache := wazero.NewCompilationCache()
	if cacheDir != "" {
		var err error
		if cache, err = wazero.NewCompilationCacheWithDir(cacheDir); err != nil {
			return nil, fmt.Errorf("open grammar cache: %w", err)
		}
	}
	ctx = context.WithoutCancel(ctx)
	pages := min(memoryLimit/pageBytes, 1<<16)
	config := wazero.NewRuntimeConfig().WithCompilationCache(cache).WithMemoryLimitPages(uint32(pages))
	m := &machine{ctx: ctx, memoryLimit: pages * pageBytes, cache: cache, runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	// wazero could watch the context itself, but then all code takes twice as long.
	_, err := m.runtime.NewHostModuleBuilder("env").NewFunctionBuilder().
		WithGoFunction(api.GoFunc(cancelled), nil, []api.ValueType{api.ValueTypeI32}).
		Export("cancelled").Instantiate(ctx)
	if err != nil {
		m.close()
		return nil, fmt.Errorf("start WebAssembly: %w", err)
	}
	return m, nil
}

// cancelled is polled by shim.c.
func cancelled(ctx context.Context, result []uint64) {
	result[0] = 0
	if ctx.Err() != nil {
		result[0] = 1
	}
}

// close frees everything. The machine code belongs to the cache.
func (m *machine) close() {
	_ = m.runtime.Close(m.ctx)
	_ = m.cache.Close(m.ctx)
}

func (m *machine) load(name string, code []byte) (*Language, error) {
	module, err := m.runtime.CompileModule(m.ctx, code)
	if err != nil {
		return nil, err
	}
	first, err := m.start(module)
	if err != nil {
		return nil, err
	}
	defer first.Close()
	symbols, fields, err := first.describe()
	if err != nil {
		return nil, err
	}
	return NewLanguage(name, symbols, fields, func() (Instance, error) { return m.start(module) }), nil
}
