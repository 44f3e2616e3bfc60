package syntax

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// keepBytes is the memory above which an instance is not used again: it only ever
// grows, so that one huge file would keep its memory for good.
const keepBytes = 64 << 20

// How a parse ended, as in shim.c.
const (
	statusDone = iota
	statusCancelled
	statusTooDeep
	statusNoMemory
)

const nodeBytes = 24 // as in shim.c

// instance is a grammar with a memory of its own. After an error it must be closed.
type instance struct {
	module      api.Module
	memoryLimit uint64
}

func (e *Engine) instantiate(grammar wazero.CompiledModule) (*instance, error) {
	first := uint64(grammar.ExportedMemories()["memory"].Min()) * pageBytes
	if first > e.memoryLimit {
		return nil, ErrMemory
	}
	memory, err := reserve(e.memoryLimit)
	if err != nil {
		return nil, err
	}
	ctx := experimental.WithMemoryAllocator(context.Background(), experimental.MemoryAllocatorFunc(
		func(_, _ uint64) experimental.LinearMemory { return memory }))
	module, err := e.runtime.InstantiateModule(ctx, grammar, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize"))
	if err != nil {
		memory.Free()
		return nil, fmt.Errorf("start grammar: %w", err)
	}
	i := &instance{module: module, memoryLimit: e.memoryLimit}
	ok, err := i.call(ctx, "start")
	if err == nil && ok == 0 {
		err = errors.New("start grammar: the runtime refuses its version")
	}
	if err != nil {
		i.close()
		return nil, err
	}
	return i, nil
}

func (i *instance) close() { _ = i.module.Close(context.Background()) } // only frees memory

// used is how many bytes of memory the instance holds.
func (i *instance) used() uint64 { return uint64(i.module.Memory().Size()) }

// call calls a function of shim.c.
func (i *instance) call(ctx context.Context, name string, args ...uint64) (uint32, error) {
	results, err := i.module.ExportedFunction(name).Call(ctx, args...)
	if err != nil {
		if status, e := i.module.ExportedFunction("status").Call(ctx); e == nil && status[0] == statusNoMemory {
			return 0, ErrMemory
		}
		return 0, fmt.Errorf("call %s: %w", name, err)
	}
	if len(results) == 0 {
		return 0, nil
	}
	return uint32(results[0]), nil
}

func (i *instance) parse(ctx context.Context, src []byte) ([]Node, error) {
	if uint64(len(src)) >= i.memoryLimit {
		return nil, ErrMemory
	}
	at, err := i.call(ctx, "room", uint64(len(src)))
	if err != nil {
		return nil, err
	}
	memory := i.module.Memory()
	memory.Write(at, src)
	if at, err = i.call(ctx, "parse", uint64(len(src)), maxDepth); err != nil {
		return nil, err
	}
	status, _ := memory.ReadUint32Le(at)
	count, _ := memory.ReadUint32Le(at + 4)
	list, _ := memory.ReadUint32Le(at + 8)
	switch status {
	case statusDone:
	case statusCancelled:
		return nil, context.Cause(ctx)
	case statusTooDeep:
		return nil, ErrDepth
	default:
		return nil, fmt.Errorf("parse: unknown status %d", status)
	}
	packed, ok := memory.Read(list, count*nodeBytes)
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

// names reads a table of names; the first has the number first.
func (i *instance) names(table string, first uint32) ([]string, error) {
	ctx := context.Background()
	n, err := i.call(ctx, table+"_count")
	if err != nil {
		return nil, err
	}
	names := make([]string, first)
	for k := first; k < first+n; k++ {
		at, err := i.call(ctx, table+"_name", uint64(k))
		if err != nil {
			return nil, err
		}
		rest, _ := i.module.Memory().Read(at, i.module.Memory().Size()-at)
		name, _, _ := bytes.Cut(rest, []byte{0})
		names = append(names, string(name))
	}
	return names, nil
}
