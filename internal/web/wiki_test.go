package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDrawable: wikis that Vigil writes are rendered; those that would take minutes are not.
func TestDrawable(t *testing.T) {
	real, err := filepath.Glob("../engine/wiki/testdata/*.md")
	if err != nil || len(real) < 2 {
		t.Fatal(real, err)
	}
	for _, name := range real {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !drawable(string(text)) {
			t.Errorf("%s is not drawn", name)
		}
	}
	if !drawable("```mermaid\n" + strings.Repeat("  a --> b\n", 1000) + "```\n\n" + strings.Repeat("- item\n", 1000)) {
		t.Error("code and lists are not drawn")
	}
	wide := strings.Repeat("a|", 4000)
	for name, text := range map[string]string{
		"quotes": strings.Repeat(">", 3000), "many quotes": strings.Repeat("> ", 1000) + "a", "brackets": strings.Repeat("[a](", 2000),
		"brackets in lines": strings.Repeat("[a](\n", 2000), "columns": "|" + wide + "\n|" + strings.Repeat("-|", 4000) + "\n|a\n", "a list in a list": strings.Repeat(" - a\n", 100),
		"few columns": "|" + strings.Repeat("a|", 30) + "\n|" + strings.Repeat("-|", 30) + "\n",
		"no table":    "|a\\|b|\n|-|-|\n" + strings.Repeat("[a](\n", 100), "no table either": "|a|\n|-|-|\n" + strings.Repeat("[a](\n", 100), "no header": "a\n|-|\n" + strings.Repeat("[a](\n", 100),
		"no code": "```a`b\n" + strings.Repeat("[a](\n", 100), "code that ended": "```\n```\n" + strings.Repeat("[a](\n", 100), "longer code": "````\n```\n````\n" + strings.Repeat("[a](\n", 100),
	} {
		if drawable(text) {
			t.Errorf("%s are drawn", name)
		}
	}
}
