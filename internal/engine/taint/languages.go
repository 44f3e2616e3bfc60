package taint

// languages are those with a lowering of their own, by their name in package syntax.
var languages = map[string]*language{
	"python":     python,
	"javascript": javascript, "typescript": javascript, "tsx": javascript,
	"java":    java,
	"go":      golang,
	"ruby":    ruby,
	"php":     php,
	"c_sharp": csharp,
	"kotlin":  kotlin,
	"scala":   scala,
	"rust":    rust,
	"c":       cFamily, "cpp": cFamily,
}
