package match

import (
	"strings"
	"sync"
)

// grammar is what matching needs to know of one language beyond its grammar.
type grammar struct {
	lower map[string]handler
	// ellipsis says what stands for ... at a place of a pattern.
	ellipsis func(c place) string
	// frames are tried in order around a pattern until it parses; %s is the pattern. After
	// a ! it is only a part of what begins with it, such as an annotation of a class.
	frames []string
	// reorder puts the frames first that a pattern needs though others would do.
	reorder func(pattern string, frames []string) []string
	// rewrite changes a pattern's text before its placeholders are set.
	rewrite func(string) string
	// metavariable says what stands for $X, "" for the usual.
	metavariable func(c place, name string) string
	// callEllipsis: ... as a statement is a call, for a name alone is none.
	callEllipsis bool
	// singlePair: a pattern of one entry means the entry, not an object with it alone.
	singlePair bool
	// shell: a pattern's words may be part of a longer command.
	shell bool
	// openDict: an object in a pattern allows further entries.
	openDict bool
	// imports finds the names that a file imports.
	imports func(*File)
}

// languages has the tables of the languages, each made when it is first needed.
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

// languageOf returns what is known of a language; there is always something.
func languageOf(name string) *grammar {
	if l, ok := languages[name]; ok {
		return l()
	}
	return &grammar{}
}

// endedFirst is for languages in which statements and members end with a ; or with a block. A pattern
// without cannot stand at the end of its frame, or of a block in it, so these are tried last: a parser
// takes ten times as long for what is wrong.
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
