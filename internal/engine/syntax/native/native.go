// Package native gives package syntax the same grammars without WebAssembly: linked
// into the program as C. It is about twice as fast, needs a C compiler, and gives
// up what WebAssembly protects: a mistake in a grammar can harm this process, and no
// parser has a memory limit of its own.
//
// Dockerfile and Solidity have no such module and stay WebAssembly.
package native

// #include <stdlib.h>
// #include "flatten.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"unsafe"

	hcl "github.com/tree-sitter-grammars/tree-sitter-hcl/bindings/go"
	kotlin "github.com/tree-sitter-grammars/tree-sitter-kotlin/bindings/go"
	yaml "github.com/tree-sitter-grammars/tree-sitter-yaml/bindings/go"
	_ "github.com/tree-sitter/go-tree-sitter" // the runtime
	bash "github.com/tree-sitter/tree-sitter-bash/bindings/go"
	csharp "github.com/tree-sitter/tree-sitter-c-sharp/bindings/go"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	css "github.com/tree-sitter/tree-sitter-css/bindings/go"
	golang "github.com/tree-sitter/tree-sitter-go/bindings/go"
	html "github.com/tree-sitter/tree-sitter-html/bindings/go"
	java "github.com/tree-sitter/tree-sitter-java/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	json "github.com/tree-sitter/tree-sitter-json/bindings/go"
	php "github.com/tree-sitter/tree-sitter-php/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	scala "github.com/tree-sitter/tree-sitter-scala/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"vigil/internal/engine/syntax"
)

var grammars = map[string]func() unsafe.Pointer{
	"bash":       bash.Language,
	"c":          c.Language,
	"c_sharp":    csharp.Language,
	"cpp":        cpp.Language,
	"css":        css.Language,
	"go":         golang.Language,
	"hcl":        hcl.Language,
	"html":       html.Language,
	"java":       java.Language,
	"javascript": javascript.Language,
	"json":       json.Language,
	"kotlin":     kotlin.Language,
	"php":        php.LanguagePHP,
	"python":     python.Language,
	"ruby":       ruby.Language,
	"rust":       rust.Language,
	"scala":      scala.Language,
	"tsx":        typescript.LanguageTSX,
	"typescript": typescript.LanguageTypescript,
	"yaml":       yaml.Language,
}

// Link makes the engines that are made from now on use these grammars.
func Link() {
	for name := range grammars {
		syntax.Link(name, func() (*syntax.Language, error) { return Load(name) })
	}
}

// Load returns a grammar.
func Load(name string) (*syntax.Language, error) {
	load, ok := grammars[name]
	if !ok {
		return nil, errors.New("no such grammar")
	}
	grammar := (*C.TSLanguage)(load())
	var symbols []syntax.Symbol
	for i := range C.TSSymbol(C.ts_language_symbol_count(grammar)) {
		text := C.ts_language_symbol_name(grammar, i)
		s := syntax.Symbol{Name: C.GoString(text), Type: uint32(C.ts_language_symbol_type(grammar, i))}
		s.Public = uint16(C.ts_language_symbol_for_name(grammar, text, C.uint32_t(len(s.Name)), s.Type == syntax.SymbolRegular))
		symbols = append(symbols, s)
	}
	var fields []string
	for i := range C.TSFieldId(C.ts_language_field_count(grammar)) {
		fields = append(fields, C.GoString(C.ts_language_field_name_for_id(grammar, i+1)))
	}
	return syntax.NewLanguage(name, symbols, fields, func() (syntax.Instance, error) { return start(grammar) }), nil
}

func start(grammar *C.TSLanguage) (*instance, error) {
	parser := C.ts_parser_new()
	if !C.ts_parser_set_language(parser, grammar) {
		C.ts_parser_delete(parser)
		return nil, errors.New("start grammar: incompatible with the runtime")
	}
	return &instance{parser: parser}, nil
}

type instance struct{ parser *C.TSParser }

func (i *instance) Close() { C.ts_parser_delete(i.parser) }

// Used is little: what a file needed is freed after it.
func (i *instance) Used() uint64 { return 0 }

func (i *instance) Parse(ctx context.Context, src []byte) ([]syntax.Node, error) {
	if len(src) > math.MaxInt32 {
		return nil, syntax.ErrMemory
	}
	var cancelled atomic.Int32
	stop := context.AfterFunc(ctx, func() { cancelled.Store(1) })
	defer stop()
	r := C.parse(i.parser, (*C.char)(unsafe.Pointer(unsafe.SliceData(src))), C.uint32_t(len(src)), syntax.MaxDepth,
		(*C.int32_t)(unsafe.Pointer(&cancelled)))
	defer C.free(unsafe.Pointer(r.nodes))
	switch r.status {
	case C.DONE:
	case C.CANCELLED:
		return nil, context.Cause(ctx)
	case C.TOO_DEEP:
		return nil, syntax.ErrDepth
	case C.NO_MEMORY:
		return nil, syntax.ErrMemory
	default:
		return nil, fmt.Errorf("parse: unknown status %d", r.status)
	}
	nodes := make([]syntax.Node, r.count)
	copy(nodes, unsafe.Slice((*syntax.Node)(unsafe.Pointer(r.nodes)), r.count))
	return nodes, nil
}
