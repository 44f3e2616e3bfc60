package vigil_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEveryDependencyHasAReason(t *testing.T) {
	page := readFile(t, "docs/reference/dependencies.md")
	direct := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(?:require )?\t?([a-z0-9.]+\.[a-z]+/\S+) v\S+$`).FindAllStringSubmatch(readFile(t, "go.mod"), -1) {
		direct[m[1]] = true
		if !strings.Contains(page, "| `"+m[1]+"` |") {
			t.Errorf("%s has no line in dependencies.md", m[1])
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\S+)` \\|").FindAllStringSubmatch(page, -1) {
		if !direct[m[1]] {
			t.Errorf("%s is in dependencies.md but not a direct dependency", m[1])
		}
	}
	if len(direct) < 10 {
		t.Errorf("found only %d dependencies", len(direct))
	}
}

// TestLinks follows the links between the documents.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	code := regexp.MustCompile("(?s)\n```.*?\n```|\n    [^\n]*|`[^`\n]+`")
	pages, err := filepath.Glob("docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	more, _ := filepath.Glob("docs/*.md")
	rules, _ := filepath.Glob("docs/reference/rules/*.md")
	for _, page := range slices.Concat(pages, more, rules, []string{"README.md", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md"}) {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(readFile(t, page), ""), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

// TestArchitectureNamesEveryRoom holds the page to the drawing.
func TestArchitectureNamesEveryRoom(t *testing.T) {
	page := readFile(t, "docs/architecture.md")
	for room := range rooms {
		name := room
		switch {
		case room == ".":
			name = "vigil"
		case room != "api" && room != "client" && room != "docs" && !strings.HasPrefix(room, "cmd/"):
			name = "internal/" + room
		}
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("docs/architecture.md does not name `%s`", name)
		}
	}
}
