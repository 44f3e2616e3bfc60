package taint

// dialects are the languages that are lowered from the IR, languages those that are still
// lowered from their syntax trees, by the name that syntax has for them.
var dialects = map[string]*dialect{"go": golang, "rust": rust}

var languages = map[string]*language{
	"python":     python,
	"javascript": javascript, "typescript": javascript, "tsx": javascript,
	"java":    java,
	"ruby":    ruby,
	"php":     php,
	"c_sharp": csharp,
	"kotlin":  kotlin,
	"scala":   scala,
	"c":       cFamily, "cpp": cFamily,
}
