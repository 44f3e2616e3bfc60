package syntax

import (
	"context"

	"github.com/tetratelabs/wazero"
)

// Types of symbols, as in the runtime's api.h. The others are never seen.
const (
	symbolRegular = iota
	symbolAnonymous
)

// errorSymbol is what the runtime itself gives nodes that the grammar has no place
// for, in every language.
const errorSymbol = 0xffff

// Language is a grammar: the names that its trees refer to by number.
type Language struct {
	name            string
	symbols, fields []string
	kinds, tokens   map[string]uint16
	fieldNumbers    map[string]uint16

	grammar wazero.CompiledModule
}

// Name is the name by which an Engine knows the language.
func (l *Language) Name() string { return l.name }

// Kind names a symbol.
func (l *Language) Kind(symbol uint16) string {
	if int(symbol) < len(l.symbols) {
		return l.symbols[symbol]
	}
	return "ERROR"
}

// FieldName names a field, "" for 0.
func (l *Language) FieldName(field uint16) string {
	if int(field) < len(l.fields) {
		return l.fields[field]
	}
	return ""
}

// Symbol is the reverse of Kind. If a named kind and a keyword have the same name,
// it is the named one; see Token.
func (l *Language) Symbol(kind string) (uint16, bool) {
	if s, ok := l.kinds[kind]; ok {
		return s, true
	}
	return l.Token(kind)
}

// Token is the reverse of Kind for keywords and signs.
func (l *Language) Token(text string) (uint16, bool) {
	s, ok := l.tokens[text]
	return s, ok
}

// Field is the reverse of FieldName.
func (l *Language) Field(name string) (uint16, bool) {
	f, ok := l.fieldNumbers[name]
	return f, ok
}

// language reads what the grammar says about itself.
func (i *instance) language(name string) (*Language, error) {
	l := &Language{name: name, kinds: map[string]uint16{"ERROR": errorSymbol}, tokens: map[string]uint16{}, fieldNumbers: map[string]uint16{}}
	var err error
	if l.symbols, err = i.names("symbol", 0); err != nil {
		return nil, err
	}
	if l.fields, err = i.names("field", 1); err != nil {
		return nil, err
	}
	ctx := context.Background()
	for k, kind := range l.symbols {
		typ, err := i.call(ctx, "symbol_type", uint64(k))
		if err != nil {
			return nil, err
		}
		public, err := i.call(ctx, "symbol_public", uint64(k))
		if err != nil {
			return nil, err
		}
		switch typ {
		case symbolRegular:
			l.kinds[kind] = uint16(public)
		case symbolAnonymous:
			l.tokens[kind] = uint16(public)
		}
	}
	for k, field := range l.fields[1:] {
		l.fieldNumbers[field] = uint16(k + 1)
	}
	return l, nil
}
