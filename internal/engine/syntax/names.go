package syntax

import (
	"path"
	"strings"
)

// byExtension are the names that leave no doubt. go-enry would look into some of
// these files, and now and then sees something else in them.
var byExtension = map[string]string{
	".bash": "bash", ".sh": "bash",
	".c":  "c",
	".cs": "c_sharp",
	".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp",
	".css":        "css",
	".dockerfile": "dockerfile",
	".go":         "go",
	".hcl":        "hcl", ".tf": "hcl", ".tfvars": "hcl",
	".htm": "html", ".html": "html",
	".java": "java", ".jsp": "java", ".jspf": "java", ".tag": "java",
	".cjs": "javascript", ".js": "javascript", ".jsx": "javascript", ".mjs": "javascript",
	".json": "json",
	".kt":   "kotlin", ".kts": "kotlin",
	".php": "php",
	".py":  "python", ".pyi": "python",
	".rb":    "ruby",
	".rs":    "rust",
	".scala": "scala",
	".sol":   "solidity",
	".tsx":   "tsx",
	".cts":   "typescript", ".mts": "typescript", ".ts": "typescript",
	".yaml": "yaml", ".yml": "yaml",
}

// byLanguage leads from languages as go-enry and GitHub name them to ours.
var byLanguage = map[string]string{
	"C":          "c",
	"C#":         "c_sharp",
	"C++":        "cpp",
	"CSS":        "css",
	"Dockerfile": "dockerfile",
	"Go":         "go",
	"HCL":        "hcl",
	"HTML":       "html",
	"JSON":       "json", "JSON with Comments": "json",
	"Java":       "java",
	"JavaScript": "javascript",
	"Kotlin":     "kotlin",
	"PHP":        "php",
	"Python":     "python",
	"Ruby":       "ruby",
	"Rust":       "rust",
	"Scala":      "scala",
	"Shell":      "bash",
	"Solidity":   "solidity",
	"TSX":        "tsx",
	"TypeScript": "typescript",
	"YAML":       "yaml",
}

// LanguageOf returns the language of a file by its name and by what go-enry says
// about it ("" if nobody asked it), and whether there is a grammar for it.
func LanguageOf(name, enryLanguage string) (string, bool) {
	base := strings.ToLower(path.Base(name))
	if l, ok := byExtension[path.Ext(base)]; ok {
		return l, true
	}
	if base == "dockerfile" || base == "containerfile" || strings.HasPrefix(base, "dockerfile.") {
		return "dockerfile", true
	}
	l, ok := byLanguage[enryLanguage]
	return l, ok
}
