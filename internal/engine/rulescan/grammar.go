package rulescan

import (
	"path"
	"slices"

	"vigil/internal/engine/files"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// Grammars returns those in which a file with that name may be parsed.
func Grammars(file string) []string {
	languages := files.Languages(file, "")
	if len(languages) == 0 && path.Ext(file) == "" { // perhaps a script, which only its content tells
		languages = []string{"bash", "python", "ruby", "javascript", "php"}
	}
	var out []string
	for _, l := range languages {
		if g := grammar(l, file); slices.Contains(syntax.Languages(), g) {
			out = append(out, g)
		}
	}
	return out
}

// grammar returns the grammar for a file in a language, "" if rules in it match text.
func grammar(language, file string) string {
	if language == rules.Generic || language == rules.RegexLanguage {
		return ""
	}
	return files.Grammar(language, file)
}

// GrammarsOf returns the grammars that rules in these languages are compiled for.
func GrammarsOf(languages []string) (out []string) {
	for _, l := range languages {
		if g := grammar(l, ""); slices.Contains(syntax.Languages(), g) && !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out
}

// grammarOf is a language of rules and the grammar of its files: TypeScript rules are
// compiled twice, for files with and without JSX.
type grammarOf struct{ language, grammar string }
