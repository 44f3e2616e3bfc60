package syntax

import "context"

// errorSymbol is the runtime's symbol for syntax errors, in every language.
const errorSymbol = 0xffff

// Language is a grammar: the names of the symbols and fields of its trees.
type Language struct {
	name          string
	symbols       []string
	fields        []string // the first is "", for none
	kinds, tokens map[string]uint16
	fieldNumbers  map[string]uint16
	start         func() (Instance, error)
}

// Instance is a running grammar with its own memory. After an error it can only be
// closed.
type Instance interface {
	// Parse returns the nodes of src, if the tree is not deeper than MaxDepth. It
	// stops soon after ctx ends, with its cause.
	Parse(ctx context.Context, src []byte) ([]Node, error)
	// Used is how many bytes of memory the instance keeps for the next file.
	Used() uint64
	Close()
}

// Symbol is a symbol as a grammar describes it.
type Symbol struct {
	Name   string
	Type   uint32 // SymbolRegular and so on
	Public uint16 // the symbol of nodes: several symbols may share it
}

// Types of symbols, as in the runtime's api.h. The others never occur.
const (
	SymbolRegular   = iota // of named nodes
	SymbolAnonymous        // of keywords and punctuation
)

// NewLanguage returns a language. Fields are numbered from 1.
func NewLanguage(name string, symbols []Symbol, fields []string, start func() (Instance, error)) *Language {
	l := &Language{
		name:         name,
		fields:       append([]string{""}, fields...),
		kinds:        map[string]uint16{"ERROR": errorSymbol},
		tokens:       map[string]uint16{},
		fieldNumbers: map[string]uint16{},
		start:        start,
	}
	for _, s := range symbols {
		l.symbols = append(l.symbols, s.Name)
		switch s.Type {
		case SymbolRegular:
			l.kinds[s.Name] = s.Public
		case SymbolAnonymous:
			l.tokens[s.Name] = s.Public
		}
	}
	for i, f := range fields {
		l.fieldNumbers[f] = uint16(i + 1)
	}
	return l
}

// Parser returns a parser of the language. The caller must close it.
func (l *Language) Parser() *Parser { return &Parser{language: l} }

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

// Symbol is the inverse of Kind. If a named kind and a keyword have the same name,
// it is the named one; see Token.
func (l *Language) Symbol(kind string) (uint16, bool) {
	if s, ok := l.kinds[kind]; ok {
		return s, true
	}
	return l.Token(kind)
}

// Token is the inverse of Kind for keywords and punctuation.
func (l *Language) Token(text string) (uint16, bool) {
	s, ok := l.tokens[text]
	return s, ok
}

// Field is the inverse of FieldName.
func (l *Language) Field(name string) (uint16, bool) {
	f, ok := l.fieldNumbers[name]
	return f, ok
}
