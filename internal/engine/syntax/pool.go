package syntax

import (
	"context"
	"sync"
)

// Pool keeps parsers for reuse. It is safe for concurrent use.
type Pool struct {
	engine *Engine
	mu     sync.Mutex
	idle   map[string][]*Parser // by language
}

// NewPool returns an empty pool.
func NewPool(e *Engine) *Pool { return &Pool{engine: e, idle: map[string][]*Parser{}} }

// Parse parses a text with a parser that is not in use.
func (p *Pool) Parse(ctx context.Context, language string, src []byte) (*Tree, error) {
	parser, err := p.Get(language)
	if err != nil {
		return nil, err
	}
	defer p.Put(parser)
	return parser.Parse(ctx, src)
}

// Get returns a parser that is not in use.
func (p *Pool) Get(language string) (*Parser, error) {
	p.mu.Lock()
	if idle := p.idle[language]; len(idle) > 0 {
		parser := idle[len(idle)-1]
		p.idle[language] = idle[:len(idle)-1]
		p.mu.Unlock()
		return parser, nil
	}
	p.mu.Unlock()
	return p.engine.Parser(language)
}

// Put returns a parser to the pool.
func (p *Pool) Put(parser *Parser) {
	p.mu.Lock()
	defer p.mu.Unlock()
	language := parser.Language().Name()
	p.idle[language] = append(p.idle[language], parser)
}
