package rulescan

import (
	"context"

	"vigil/internal/engine/syntax"
)

// parse parses a text with a parser that is not in use.
func (s *Set) parse(ctx context.Context, grammar string, src []byte) (*syntax.Tree, error) {
	p, err := s.parser(grammar)
	if err != nil {
		return nil, err
	}
	defer s.giveBack(grammar, p)
	return p.Parse(ctx, src)
}

func (s *Set) parser(grammar string) (*syntax.Parser, error) {
	s.mu.Lock()
	if free := s.parsers[grammar]; len(free) > 0 {
		p := free[len(free)-1]
		s.parsers[grammar] = free[:len(free)-1]
		s.mu.Unlock()
		return p, nil
	}
	s.mu.Unlock()
	return s.syntax.Parser(grammar)
}

func (s *Set) giveBack(grammar string, p *syntax.Parser) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.parsers[grammar] = append(s.parsers[grammar], p)
}
