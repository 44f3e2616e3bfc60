package syntax

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// How a parse ended, as in shim.c.
const (
	statusDone = iota
	statusCancelled
	statusTooDeep
	statusNoMemory
)

const nodeBytes = 24 // as in shim.c

// instance is an instance of a WebAssembly module.
type instance struct {
	ctx         context.Context // of the machine
	module      api.Module
	memoryLimit uint64
	functions   map[string]api.Function // each has a stack, which is allocated and grown once
}

func (m *machine) start(grammar wazero.CompiledModule) (*instance, error) {
	memory, err := reserve(m.memoryLimit)
	if err != nil {
		return nil, err
	}
	ctx := experimental.WithMemoryAllocator(m.ctx, memory)
	module, err := m.runtime.InstantiateModule(ctx, grammar, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		memory.Free()
		return nil, fmt.Errorf("start grammar: %w", err)
	}
	i := &instance{ctx: m.ctx, module: module, memoryLimit: m.memoryLimit, functions: map[string]api.Function{}}
	fits, err := i.call(ctx, "start")
	if err == nil && fits == 0 {
		err = errors.New("start grammar: incompatible with the runtime")
	}
	if err != nil {
		i.Close()
		return nil, err
	}
	return i, nil
}

func (i *instance) Close() { _ = i.module.Close(i.ctx) }

func (i *instance) Used() uint64 { return uint64(i.module.Memory().Size()) }

// call calls a function of shim.c.
func (i *instance) call(ctx context.Context, name string, args ...uint64) (uint32, error) {
	results, err := i.function(name).Call(ctx, args...)
	if err != nil {
		if status, e := i.function("status").Call(ctx); e == nil && status[0] == statusNoMemory {
			return 0, ErrMemory
		}
		words, _, _ := strings.Cut(err.Error(), "\n") // the rest is a stack trace without names
		return 0, fmt.Errorf("%w: %s", ErrCrash, words)
	}
	if len(results) == 0 {
		return 0, nil
	}
	return uint32(results[0]), nil
}

func (i *instance) function(name string) api.Function {
	f := i.functions[name]
	if f == nil {
		f = i.module.ExportedFunction(name)
		i.functions[name] = f
	}
	return f
}

func (i *instance) Parse(ctx context.Context, src []byte) ([]Node, error) {
	if uint64(len(src)) >= i.memoryLimit { // so the length fits into 32 bits
		return nil, ErrMemory
	}
	at, err := i.call(ctx, "room", uint64(len(src)))
	if err != nil {
		return nil, err
	}
	if !i.module.Memory().Write(at, src) {
		return nil, errors.New("parse: out of memory")
	}
	if at, err = i.call(ctx, "parse", uint64(len(src)), MaxDepth); err != nil {
		return nil, err
	}
	result, ok := i.module.Memory().Read(at, 12)
	if !ok {
		return nil, errors.New("parse: the result is outside the memory")
	}
	switch status := binary.LittleEndian.Uint32(result); status {
	case statusDone:
	case statusCancelled:
		return nil, context.Cause(ctx)
	case statusTooDeep:
		return nil, ErrDepth
	default:
		return nil, fmt.Errorf("parse: unknown status %d", status)
	}
	count, list := binary.LittleEndian.Uint32(result[4:]), binary.LittleEndian.Uint32(result[8:])
	packed, ok := i.module.Memory().Read(list, count*nodeBytes)
	if !ok {
		return nil, errors.New("parse: the tree is outside the memory")
	}
	return decode(packed), nil
}

// decode reads nodes as shim.c writes them.
func decode(packed []byte) []Node {
	nodes := make([]Node, len(packed)/nodeBytes)
	for i := range nodes {
		b := packed[i*nodeBytes:][:nodeBytes]
		nodes[i] = Node{
			Start:  binary.LittleEndian.Uint32(b),
			End:    binary.LittleEndian.Uint32(b[4:]),
			Parent: binary.LittleEndian.Uint32(b[8:]),
			Next:   binary.LittleEndian.Uint32(b[12:]),
			Symbol: binary.LittleEndian.Uint16(b[16:]),
			Field:  binary.LittleEndian.Uint16(b[18:]),
			Flags:  binary.LittleEndian.Uint32(b[20:]),
		}
	}
	return nodes
}

// describe returns the symbols and fields of the grammar.
func (i *instance) describe() (symbols []Symbol, fields []string, err error) {
	ask := func(name string, args ...uint64) (answer uint32) {
		if err == nil {
			answer, err = i.call(i.ctx, name, args...)
		}
		return answer
	}
	text := func(at uint32) string {
		rest, _ := i.module.Memory().Read(at, i.module.Memory().Size()-at)
		name, _, _ := bytes.Cut(rest, []byte{0})
		return string(name)
	}
	for k := range uint64(ask("symbol_count")) {
		symbols = append(symbols, Symbol{
			Name:   text(ask("symbol_name", k)),
			Type:   ask("symbol_type", k),
			Public: uint16(ask("symbol_public", k)),
		})
	}
	for k := range uint64(ask("field_count")) {
		fields = append(fields, text(ask("field_name", k+1)))
	}
	return symbols, fields, err
}
