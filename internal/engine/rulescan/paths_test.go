package rulescan

import (
	"strings"
	"testing"

	"vigil/internal/engine/rules"
)

func TestPaths(t *testing.T) {
	for _, test := range []struct{ include, exclude, want, others string }{
		{"", "*.test.* *.spec.*", "a.js test/a.js a.tests", "a.test.js x/a.spec.ts a.test.d/b.js"},
		{"*.config", "", "web.config a/b.config", "config a.config.js a/config.xml"},
		{"*", "", "a a/b", ""},
		{"src/*.py", "src/old/**", "src/a.py x/src/a.py", "a.py src/old/a.py src/x/a.py"},
		{"a?.py *.[ch]", "", "ab.py x/y.c", "a.py y.d"},
		{"Makefile", "", "Makefile x/Makefile", "makefile Makefile.am"},
	} {
		p := pathsOf(&rules.Rule{Include: strings.Fields(test.include), Exclude: strings.Fields(test.exclude)}, map[string]*paths{})
		for _, f := range strings.Fields(test.want) {
			if !p.wants(f) {
				t.Errorf("include %s, exclude %s: %s is not wanted", test.include, test.exclude, f)
			}
		}
		for _, f := range strings.Fields(test.others) {
			if p.wants(f) {
				t.Errorf("include %s, exclude %s: %s is wanted", test.include, test.exclude, f)
			}
		}
	}
}
