package files

import (
	"path"
	"strings"
)

// languages are those that files can be in: the endings of files that are written in each,
// and of pages and templates that have code of it within.
var languages = []struct{ name, endings, within string }{
	{"python", ".py .pyi .pyw", ""},
	{"javascript", ".js .jsx .cjs .mjs", ".html .htm"},
	{"typescript", ".ts .tsx .cts .mts", ".vue .svelte"},
	{"java", ".java", ".jsp .jspf .tag"},
	{"go", ".go", ""},
	{"ruby", ".rb .rake .gemspec", ".erb"},
	{"php", ".php .phtml .tpl .inc .ctp .php3 .php4 .php5 .php7", ""},
	{"csharp", ".cs", ""},
	{"hcl", ".tf .hcl .tfvars", ""},
	{"yaml", ".yaml .yml", ""},
	{"dockerfile", ".dockerfile", ""},
	{"json", ".json .ipynb", ""},
	{"kotlin", ".kt .kts .ktm", ""},
	{"scala", ".scala", ""},
	{"rust", ".rs", ""},
	{"c", ".c .h", ""},
	{"cpp", ".cc .cpp .cxx .c++ .hpp .hh .hxx .h .C .pcc .tpp .inl .ipp .cu", ""},
	{"bash", ".bash .sh", ""},
	{"solidity", ".sol", ""},
	{"html", ".html .htm", ""},
	{"xml", ".xml .plist", ""},
	{"apex", ".cls", ""},
	{"cairo", ".cairo", ""},
	{"circom", ".circom", ""},
	{"clojure", ".clj .cljs .cljc .edn", ""},
	{"dart", ".dart", ""},
	{"elixir", ".ex .exs", ""},
	{"fsharp", ".fs", ""},
	{"groovy", ".groovy", ""},
	{"hack", ".hack .hck .hh", ""},
	{"jsonnet", ".jsonnet .libsonnet", ""},
	{"julia", ".jl", ""},
	{"lisp", ".lisp .cl .el", ""},
	{"lua", ".lua", ""},
	{"move_on_aptos", ".move", ""},
	{"move_on_sui", ".move", ""},
	{"ocaml", ".ml .mli", ""},
	{"promql", ".promql", ""},
	{"proto", ".proto", ""},
	{"ql", ".ql .qll", ""},
	{"r", ".r .R", ""},
	{"scheme", ".scm .ss", ""},
	{"svelte", ".svelte", ""},
	{"swift", ".swift", ""},
	{"vb", ".vb", ""},
	{"vue", ".vue", ""},
}

var (
	written  = map[string]string{}   // ending -> the language of the whole file
	contains = map[string][]string{} // ending -> all languages

	fileNames = map[string][]string{
		"Dockerfile": {"dockerfile"}, "Containerfile": {"dockerfile"}, "Gemfile": {"ruby"}, "Rakefile": {"ruby"}, "Vagrantfile": {"ruby"},
	}
	// githubNames are languages as GitHub names them, for files whose name says nothing.
	githubNames = map[string]string{"Shell": "bash", "C#": "csharp", "C++": "cpp", "HCL": "hcl", "Python": "python", "JavaScript": "javascript", "Ruby": "ruby", "PHP": "php", "Dockerfile": "dockerfile"}
)

func init() {
	for _, l := range languages {
		for e := range strings.FieldsSeq(l.endings + " " + l.within) {
			contains[e] = append(contains[e], l.name)
		}
		for e := range strings.FieldsSeq(l.endings) {
			if written[e] == "" {
				written[e] = l.name
			}
		}
	}
}

// Languages returns the languages of the code in a file, by the names that rules use: of a
// page, also those of the scripts in it, and of a C header both C and C++. Github is
// [Kind.Language], or "" if it is not known; it decides if the name says nothing.
func Languages(file, github string) []string {
	base := path.Base(file)
	if l := byName(base); l != nil {
		return l
	}
	if l, ok := contains[path.Ext(base)]; ok {
		return l
	}
	if l, ok := contains[strings.ToLower(path.Ext(base))]; ok {
		return l
	}
	if l, ok := githubNames[github]; ok {
		return []string{l}
	}
	return nil
}

// IsCode reports whether the name of a file is that of code, or of a template with code.
func IsCode(file string) bool { return len(Languages(file, "")) > 0 }

// Language returns the language that a file as a whole is written in, by its name; "" if
// the name says nothing, or if it is a template.
func Language(file string) string {
	base := path.Base(file)
	if l := byName(base); l != nil {
		return l[0]
	}
	if l, ok := written[path.Ext(base)]; ok {
		return l
	}
	return written[strings.ToLower(path.Ext(base))]
}

func byName(base string) []string {
	if strings.HasPrefix(base, "Dockerfile.") {
		base = "Dockerfile"
	}
	return fileNames[base]
}
