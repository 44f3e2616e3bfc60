// Package syntax parses source files into ASTs, with the official tree-sitter
// runtime and grammars.
//
// They are C, compiled to WebAssembly and run by wazero inside this process: building
// Vigil needs no C compiler, and a bug in a grammar can corrupt the AST of one file, but
// not our memory. An [Engine] loads a grammar when it is first requested; a [Parser] is
// one instance of it, and every worker has its own.
//
// A file with syntax errors still has an AST, with nodes marked Error or Missing. A file
// that would take too much time, memory, or depth has none: [Parser.Parse] returns an
// error, and the parser is ready for the next file.
//
// The folder grammars contains the modules and their build (make grammars). The folder
// native contains the same grammars without WebAssembly, for those who have a C compiler
// and want a faster program.
package syntax

import (
	"context"
	"errors"
)

// Errors of Parse. When its context ends, Parse returns the cause instead.
var (
	ErrMemory = errors.New("the parser needs too much memory")
	ErrDepth  = errors.New("nested too deeply")
	// ErrCrash is a bug in a grammar or in tree-sitter, or a stack that is too small for the
	// file. Only the AST of that file is lost.
	ErrCrash = errors.New("the parser crashed")
)

// MaxDepth is the maximum depth of a tree: far deeper than handwritten code, but safe to
// walk recursively.
const MaxDepth = 10_000

// keepBytes is the memory above which an instance is not reused: it never shrinks, so one
// huge file would keep its memory for good.
const keepBytes = 64 << 20

// Parser parses files of one language, one at a time.
type Parser struct {
	language *Language
	instance Instance // nil before the first file, and after one that failed or was huge
}

// Language is the language of the parser.
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
