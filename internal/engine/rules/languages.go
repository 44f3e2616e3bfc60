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

// languages are those that rules may name, each with its aliases and its file name
// extensions.
var languages = []struct {
	name    string
	aliases string
	endings string
}{
	{"python", "py python2 python3", ".py .pyi"},
	{"javascript", "js", ".js .jsx .cjs .mjs .html .htm"},
	{"typescript", "ts", ".ts .tsx .cts .mts .vue .svelte"},
	{"java", "", ".java .jsp .jspf .tag"},
	{"go", "golang", ".go"},
	{"ruby", "rb", ".rb .rake .gemspec .erb"},
	{"php", "", ".php .phtml .tpl .inc .ctp .php3 .php4 .php5 .php7"},
	{"csharp", "c# C#", ".cs"},
	{"hcl", "terraform tf", ".tf .hcl .tfvars"},
	{"yaml", "", ".yaml .yml"},
	{"dockerfile", "docker", ".dockerfile"},
	{"json", "", ".json .ipynb"},
	{"kotlin", "kt", ".kt .kts .ktm"},
	{"scala", "", ".scala"},
	{"rust", "rs", ".rs"},
	{"c", "", ".c .h"},
	{"cpp", "c++", ".cc .cpp .cxx .c++ .hpp .hh .hxx .h .C .pcc .tpp .inl .ipp .cu"},
	{"bash", "sh", ".bash .sh"},
	{"solidity", "sol", ".sol"},
	{"html", "", ".html .htm"},
	{"xml", "", ".xml .plist"},
	{"apex", "", ".cls"},
	{"cairo", "", ".cairo"},
	{"circom", "", ".circom"},
	{"clojure", "", ".clj .cljs .cljc .edn"},
	{"dart", "", ".dart"},
	{"elixir", "ex", ".ex .exs"},
	{"hack", "", ".hack .hck .hh"},
	{"jsonnet", "", ".jsonnet .libsonnet"},
	{"julia", "", ".jl"},
	{"lisp", "", ".lisp .cl .el"},
	{"lua", "", ".lua"},
	{"move_on_aptos", "", ".move"},
	{"move_on_sui", "", ".move"},
	{"ocaml", "", ".ml .mli"},
	{"promql", "", ".promql"},
	{"proto", "protobuf proto3", ".proto"},
	{"ql", "", ".ql .qll"},
	{"r", "R", ".r .R"},
	{"scheme", "", ".scm .ss"},
	{"swift", "", ".swift"},
	{"vb", "", ".vb"},
	{"vue", "", ".vue"},
	{Generic, "spacegrep", ""},
	{RegexLanguage, "none", ""},
}

var (
	languageOf = map[string]string{}   // name or alias -> name
	endingOf   = map[string][]string{} // ending -> names
	fileNames  = map[string][]string{
		"Dockerfile": {"dockerfile"}, "Containerfile": {"dockerfile"}, "Gemfile": {"ruby"}, "Rakefile": {"ruby"}, "Vagrantfile": {"ruby"},
	}
	// githubNames are names in go-enry that differ from ours, for files without a
	// conclusive extension.
	githubNames = map[string]string{"Shell": "bash", "C#": "csharp", "C++": "cpp", "HCL": "hcl", "Python": "python", "JavaScript": "javascript", "Ruby": "ruby", "PHP": "php", "Dockerfile": "dockerfile"}
)

func init() {
	for _, l := range languages {
		languageOf[l.name] = l.name
		for _, a := range strings.Fields(l.aliases) {
			languageOf[a] = l.name
		}
		for _, e := range strings.Fields(l.endings) {
			endingOf[e] = append(endingOf[e], l.name)
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

// LanguagesOf returns the languages whose rules apply to a file. Github is the language as
// go-enry names it, for files whose name is not conclusive. Generic and regex rules apply to
// every file.
func LanguagesOf(file, github string) []string {
	base := path.Base(file)
	if l, ok := fileNames[base]; ok {
		return l
	}
	if strings.HasPrefix(base, "Dockerfile.") {
		return fileNames["Dockerfile"]
	}
	if l, ok := endingOf[path.Ext(base)]; ok {
		return l
	}
	if l, ok := endingOf[strings.ToLower(path.Ext(base))]; ok {
		return l
	}
	if l, ok := githubNames[github]; ok {
		return []string{l}
	}
	return nil
}
