// Package syntax turns source files into syntax trees, with the official
// tree-sitter runtime and grammars.
//
// They are C, compiled to WebAssembly and run by wazero inside this process: no C
// compiler is needed to build Vigil, and a mistake in a grammar can spoil the tree
// of one file, but not our memory. An [Engine] loads a grammar when it is first
// asked for; a [Parser] is one instance of it, and every worker has its own.
//
// A file that is not quite right has a tree too, with nodes that are marked Error or
// Missing. A file that would take too much time, memory or depth has none: that is
// an error of [Parser.Parse], and the parser is ready for the next file.
package syntax

import (
	"context"
	"errors"
)

// Errors of Parse. When its context ends, Parse returns the cause of that.
var (
	ErrMemory = errors.New("needs too much memory")
	ErrDepth  = errors.New("is nested too deeply")
)

// maxDepth is how deep a tree may be. Nobody writes that; whoever walks a tree may
// recurse without fear for the stack.
const maxDepth = 10_000

// Config says what parsers may use. The zero value is useful.
type Config struct {
	// CacheDir keeps compiled grammars, so that the next process need not compile
	// them. What is in it will be run: nobody else may be able to write there. "": no cache.
	CacheDir string
	// MemoryLimit is how many bytes one parser may use. 0: 512 MiB
	MemoryLimit uint64
}

// Parser parses files in one language, one at a time.
type Parser struct {
	language *Language
	engine   *Engine
	instance *instance // nil before the first file, and after one that failed or was huge
}

// Language is what the parser parses.
func (p *Parser) Language() *Language { return p.language }

// Parse returns the tree of src, which must not change while the tree is in use. It
// stops soon after ctx ends.
func (p *Parser) Parse(ctx context.Context, src []byte) (*Tree, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if p.instance == nil {
		var err error
		if p.instance, err = p.engine.instantiate(p.language.grammar); err != nil {
			return nil, err
		}
	}
	nodes, err := p.instance.parse(ctx, src)
	if err != nil || p.instance.used() > keepBytes {
		p.Close()
	}
	if err != nil {
		return nil, err
	}
	return &Tree{Language: p.language, Source: src, Nodes: nodes}, nil
}

// Close frees the parser's memory. The parser may be used again.
func (p *Parser) Close() {
	if p.instance != nil {
		p.instance.close()
		p.instance = nil
	}
}
