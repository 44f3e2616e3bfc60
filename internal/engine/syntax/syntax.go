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
//
// The folder grammars has the modules and how they are built (make grammars). The
// folder native has the same grammars without WebAssembly, for those who have a C
// compiler and want a faster program.
package syntax

import (
	"context"
	"errors"
)

// Errors of Parse about the file. When its context ends, Parse returns the cause of that.
var (
	ErrMemory = errors.New("the parser needs too much memory")
	ErrDepth  = errors.New("nested too deeply")
	// ErrCrash is a mistake in a grammar or in tree-sitter, or its stack is too small
	// for the file. Only the tree of the file is lost.
	ErrCrash = errors.New("the parser crashed")
)

// MaxDepth is how deep a tree may be: far deeper than anybody writes, and not so
// deep that whoever walks through it recursively must fear for the stack.
const MaxDepth = 10_000

// keepBytes is the memory above which an instance is not used again: it only ever
// grows, so that one huge file would keep its memory for good.
const keepBytes = 64 << 20

// Parser parses files of one language, one at a time.
type Parser struct {
	language *Language
	instance Instance // nil before the first file, and after one that failed or was huge
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
		i, err := p.language.start()
		if err != nil {
			return nil, err
		}
		p.instance = i
	}
	nodes, err := p.instance.Parse(ctx, src)
	if err != nil || p.instance.Used() > keepBytes {
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
		p.instance.Close()
		p.instance = nil
	}
}
