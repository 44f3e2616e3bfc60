package rulescan

import (
	"path"
	"slices"

	"vigil/internal/engine"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// Grammars returns those in which a file with that name may be parsed.
func Grammars(file string) []string {
	languages := (&engine.File{Path: file}).Languages()
	if len(languages) == 0 && path.Ext(file) == "" { // perhaps a script, which only its content tells
		languages = []string{"bash", "python", "ruby", "javascript", "php"}
	}
	var out []string
	for _, l := range languages {
		if g := rules.Grammar(l, file); slices.Contains(syntax.Languages(), g) {
			out = append(out, g)
		}
	}
	return out
}

// GrammarsOf returns the grammars that rules in these languages are compiled for.
func GrammarsOf(languages []string) (out []string) {
	for _, l := range languages {
		if g := rules.Grammar(l, ""); slices.Contains(syntax.Languages(), g) && !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out
}

// grammarOf is a language of rules and the grammar of its files: TypeScript rules are
// compiled twice, for files with and without JSX.
type grammarOf struct{ language, grammar string }
