package taint

// dialects are the languages that are lowered from the IR, languages those that are still
// lowered from their syntax trees, by the name that syntax has for them.
var dialects = map[string]*dialect{
	"go":         golang,
	"java":       java,
	"javascript": javascript, "typescript": javascript, "tsx": javascript,
	"rust": rust,
}

var languages = map[string]*language{
	"python":  python,
	"ruby":    ruby,
	"php":     php,
	"c_sharp": csharp,
	"kotlin":  kotlin,
	"scala":   scala,
	"c":       cFamily, "cpp": cFamily,
}
