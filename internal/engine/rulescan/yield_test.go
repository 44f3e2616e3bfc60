package rulescan_test

import (
	"testing"

	"vigil/internal/engine/enginetest"
)

// TestYields: of two rules for one weakness at one place, the more certain one reports it, even if it needs
// another file for that.
func TestYields(t *testing.T) {
	sure := "rules:\n- id: sure\n  languages: [python]\n  severity: ERROR\n  message: m\n  mode: taint\n" + interfile +
		"  pattern-sources: [{pattern: source()}]\n  pattern-sinks: [{pattern: sink(...)}]\n  metadata: {cwe: CWE-89}\n"
	yields := func(id, cwe string) string {
		return "- id: " + id + "\n  languages: [python]\n  severity: ERROR\n  message: m\n  pattern: sink($X)\n  metadata: {cwe: " + cwe + ", yields: true}\n"
	}
	files := map[string]string{
		"a.py": "import b\ndef view():\n    b.find(source())\n    sink(source()) # want sure other\n    sink(1) # want weak other\n",
		"b.py": "def find(x):\n    sink(x) # want sure other\ndef look(x):\n    sink(x) # want weak other\n",
	}
	enginetest.Want(t, detectorOf(t, sure+yields("weak", "CWE-89")+yields("other", "CWE-79")), files)
}
