package files

import (
	"strings"
	"testing"

	"vigil/internal/engine/rules"
)

func TestLanguages(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.py": "python", "a/B.PY": "python", "x.tsx": "typescript", "x.jsx": "javascript", "Dockerfile": "dockerfile", "Dockerfile.dev": "dockerfile", "api.Dockerfile": "dockerfile", "a.h": "c cpp", "main.tf": "hcl",
		"main.tf.json": "json", "index.html": "javascript html", "a.vue": "typescript vue", "a.jsp": "java", "a.html.erb": "ruby", "Gemfile": "ruby", "LICENSE": "", "README.md": "", "py": "",
	} {
		if got := strings.Join(Languages(name, ""), " "); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, want := range map[string]string{"run": "bash", "a.py": "python"} {
		if got := Languages(name, "Shell"); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestLanguage(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.py": "python", "A.TS": "typescript", "a.h": "c", "a.C": "cpp", "index.html": "html", "a.vue": "vue", "a.jsp": "", "a.html.erb": "", "Rakefile": "ruby", "LICENSE": "",
	} {
		if got := Language(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestRuleLanguages keeps the names here and those that rules may use together.
func TestRuleLanguages(t *testing.T) {
	withoutRules := map[string]bool{"fsharp": true, "groovy": true, "svelte": true}
	for _, l := range languages {
		if name, ok := rules.Language(l.name); (!ok || name != l.name) && !withoutRules[l.name] {
			t.Errorf("rules cannot name %s", l.name)
		}
	}
}
