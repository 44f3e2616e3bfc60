package rules

import (
	"path"
	"strings"
)

// Generic and RegexLanguage are the languages of rules that match text, in files of any
// kind.
const (
	Generic       = "generic"
	RegexLanguage = "regex"
)

// languages are those that rules may name, each with its other names. Which files are in
// them is for package files to say.
var languages = []struct{ name, aliases string }{
	{"python", "py python2 python3"},
	{"javascript", "js"},
	{"typescript", "ts"},
	{"java", ""},
	{"go", "golang"},
	{"ruby", "rb"},
	{"php", ""},
	{"csharp", "c# C#"},
	{"hcl", "terraform tf"},
	{"yaml", ""},
	{"dockerfile", "docker"},
	{"json", ""},
	{"kotlin", "kt"},
	{"scala", ""},
	{"rust", "rs"},
	{"c", ""},
	{"cpp", "c++"},
	{"bash", "sh"},
	{"solidity", "sol"},
	{"html", ""},
	{"xml", ""},
	{"apex", ""},
	{"cairo", ""},
	{"circom", ""},
	{"clojure", ""},
	{"dart", ""},
	{"elixir", "ex"},
	{"hack", ""},
	{"jsonnet", ""},
	{"julia", ""},
	{"lisp", ""},
	{"lua", ""},
	{"move_on_aptos", ""},
	{"move_on_sui", ""},
	{"ocaml", ""},
	{"promql", ""},
	{"proto", "protobuf proto3"},
	{"ql", ""},
	{"r", "R"},
	{"scheme", ""},
	{"swift", ""},
	{"vb", ""},
	{"vue", ""},
	{Generic, "spacegrep"},
	{RegexLanguage, "none"},
}

var languageOf = map[string]string{} // name or alias -> name

func init() {
	for _, l := range languages {
		languageOf[l.name] = l.name
		for _, a := range strings.Fields(l.aliases) {
			languageOf[a] = l.name
		}
	}
}

// Language returns the canonical name of a language, given any of its names.
func Language(name string) (string, bool) {
	l, ok := languageOf[name]
	if !ok {
		l, ok = languageOf[strings.ToLower(name)]
	}
	return l, ok
}

// Grammar returns the grammar for a language in a file; without one, for the patterns of rules in
// that language. It is "" if rules in the language match text.
func Grammar(language, file string) string {
	switch {
	case language == Generic || language == RegexLanguage:
		return ""
	case language == "csharp":
		return "c_sharp"
	case language == "javascript": // patterns for JavaScript may have types
		return "tsx"
	case language == "typescript" && path.Ext(file) == ".tsx":
		return "tsx"
	}
	return language
}
