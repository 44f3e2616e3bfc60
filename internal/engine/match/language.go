package match

import (
	"strings"
	"sync"
)

// grammar describes a language to the matcher, beyond its tree-sitter grammar.
type grammar struct {
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
	// singlePair: a pattern of one entry means the entry, not an object with only that entry.
	singlePair bool
	// shell: a pattern's words may be part of a longer command.
	shell bool
	// openDict: an object in a pattern may match one with further entries.
	openDict bool
	// imports resolves the imports of a file.
	imports func(*File)
}

// languages has the language tables, each built on first use.
var languages = map[string]func() *grammar{
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

// languageOf returns the table of a language, an empty one if it has none.
func languageOf(name string) *grammar {
	if l, ok := languages[name]; ok {
		return l()
	}
	return &grammar{}
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
