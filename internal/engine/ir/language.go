package ir

import (
	"strings"
	"sync"
)

// Grammar is how one language is lowered, and how patterns of it are written.
type Grammar struct {
	lower map[string]handler
	// ellipsis returns the placeholder for ... at a place of a pattern.
	ellipsis func(c place) string
	// frames are tried in order around a pattern until it parses; %s is the pattern. After
	// a !, the pattern is only the beginning of a construct, such as an annotation of a class.
	frames []string
	// reorder puts those frames first that a pattern needs even if others would parse.
	reorder func(pattern string, frames []string) []string
	// rewrite changes a pattern's text before placeholders are inserted.
	rewrite func(string) string
	// metavariable returns the placeholder for $X, "" for the default.
	metavariable func(c place, name string) string
	// callEllipsis: ... as a statement becomes a call, because a bare name is not a statement.
	callEllipsis bool
	// SinglePair: a pattern of one entry means the entry, not an object with it alone.
	SinglePair bool
	// Shell: a pattern's words may be part of a longer command.
	Shell bool
	// OpenDict: an object in a pattern allows further entries.
	OpenDict bool
	// imports resolves the imports of a file.
	imports func(*File)
}

// languages has the language tables, each built on first use.
var languages = map[string]func() *Grammar{
	"python":     sync.OnceValue(python),
	"javascript": sync.OnceValue(javascript),
	"typescript": sync.OnceValue(javascript),
	"tsx":        sync.OnceValue(javascript),
	"java":       sync.OnceValue(java),
	"go":         sync.OnceValue(golang),
	"ruby":       sync.OnceValue(ruby),
	"php":        sync.OnceValue(php),
	"c_sharp":    sync.OnceValue(csharp),
	"hcl":        sync.OnceValue(hcl),
	"yaml":       sync.OnceValue(yaml),
	"json":       sync.OnceValue(json),
	"dockerfile": sync.OnceValue(dockerfile),
	"c":          sync.OnceValue(cLanguage),
	"cpp":        sync.OnceValue(cLanguage),
	"kotlin":     sync.OnceValue(kotlin),
	"scala":      sync.OnceValue(scala),
	"rust":       sync.OnceValue(rust),
	"solidity":   sync.OnceValue(solidity),
}

// GrammarOf returns what is known of a language; there is always something.
func GrammarOf(name string) *Grammar {
	if l, ok := languages[name]; ok {
		return l()
	}
	return &Grammar{}
}

// endedFirst is for languages in which statements and members end with a semicolon or a block. A
// pattern without either cannot be at the end of its frame, or of a block in it, so those frames
// are tried last: a parser takes ten times as long on a syntax error.
func endedFirst(pattern string, frames []string) []string {
	pattern = strings.TrimSpace(pattern)
	if strings.HasSuffix(pattern, "...") || strings.HasSuffix(pattern, "?>") || strings.ContainsAny(pattern[len(pattern)-1:], ";:}") {
		return frames
	}
	var ended, open []string
	for _, f := range frames {
		_, behind, _ := strings.Cut(f, "%s")
		if behind = strings.TrimSpace(behind); behind == "" || behind[0] == '}' {
			open = append(open, f)
		} else {
			ended = append(ended, f)
		}
	}
	return append(ended, open...)
}

// Prepare returns what stands for a pattern in the frames that are tried around it. If an
// ellipsis was taken for a statement and is none, the second text helps.
func (g *Grammar) Prepare(pattern string) (texts, frames []string) {
	if g.rewrite != nil {
		pattern = g.rewrite(pattern)
	}
	frames = g.frames
	if len(frames) == 0 {
		frames = []string{"%s"}
	}
	if g.reorder != nil {
		frames = g.reorder(pattern, frames)
	}
	texts = []string{substitute(g, pattern)}
	if strings.Contains(pattern, "...") {
		plain := *g
		plain.ellipsis = nil
		texts = append(texts, substitute(&plain, pattern))
	}
	return texts, frames
}
