package taint

// languages are those that have a lowering of their own, by the name that syntax has for them.
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
