package syntax

import (
	"path"
	"strings"
)

// byExtension are extensions that leave no doubt. go-enry would look into some of these files,
// and sometimes gets them wrong.
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

// byLanguage maps language names of go-enry and GitHub to ours.
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

// LanguageOf returns the language of a file by its name and its go-enry language ("" if
// unknown), and whether there is a grammar for it.
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
