package syntax

import (
	"path"
	"strings"
)

// byEnry leads from the languages as go-enry, and GitHub, name them to ours.
var byEnry = map[string]string{
	"Python": "python", "Starlark": "python",
	"JavaScript": "javascript",
	"TypeScript": "typescript",
	"TSX":        "tsx",
	"Java":       "java",
	"Go":         "go",
	"Ruby":       "ruby",
	"PHP":        "php", "Hack": "php",
	"C#":  "c_sharp",
	"HCL": "hcl", "Terraform Template": "hcl",
	"YAML":          "yaml",
	"OASv2-yaml":    "yaml",
	"OASv3-yaml":    "yaml",
	"MiniYAML":      "yaml",
	"JSON":          "json",
	"OASv2-json":    "json",
	"OASv3-json":    "json",
	"JSON5":         "javascript",
	"Dockerfile":    "dockerfile",
	"Containerfile": "dockerfile",
	"Kotlin":        "kotlin",
	"Scala":         "scala",
	"Rust":          "rust",
	"C":             "c",
	"C++":           "cpp",
	"Shell":         "bash",
	"Solidity":      "solidity",
	"HTML":          "html",
	"CSS":           "css",
}

// byExtension is asked first: for these the content cannot make a difference, or
// go-enry sees a different one.
var byExtension = map[string]string{
	".py": "python", ".pyi": "python",
	".js": "javascript", ".jsx": "javascript", ".mjs": "javascript", ".cjs": "javascript",
	".ts": "typescript", ".mts": "typescript", ".cts": "typescript",
	".tsx":    "tsx",
	".java":   "java",
	".go":     "go",
	".rb":     "ruby",
	".php":    "php",
	".cs":     "c_sharp",
	".tf":     "hcl",
	".tfvars": "hcl",
	".hcl":    "hcl",
	".yaml":   "yaml", ".yml": "yaml",
	".json":       "json",
	".dockerfile": "dockerfile",
	".kt":         "kotlin", ".kts": "kotlin",
	".scala": "scala", ".sc": "scala",
	".rs": "rust",
	".c":  "c",
	".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp", ".hpp": "cpp", ".hxx": "cpp",
	".sh": "bash", ".bash": "bash",
	".sol":  "solidity",
	".html": "html", ".htm": "html",
	".css": "css",
}

// LanguageOf returns the language of a file, by its name and by what go-enry says
// about it ("" if nothing), and whether there is a grammar for it.
func LanguageOf(name, enryLanguage string) (string, bool) {
	base := strings.ToLower(path.Base(name))
	if l, ok := byExtension[path.Ext(base)]; ok {
		return l, true
	}
	if base == "dockerfile" || base == "containerfile" || strings.HasPrefix(base, "dockerfile.") {
		return "dockerfile", true
	}
	l, ok := byEnry[enryLanguage]
	return l, ok
}
