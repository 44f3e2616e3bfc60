package files

import (
	"testing"

	"github.com/go-enry/go-enry/v2"
)

func TestVendored(t *testing.T) {
	for _, p := range []string{
		"a.go", "src/main/java/A.java", "node_modules/a/b.js", "x/vendor/a.go", "Vendors/a.rb", "dist/a.js", "x/dist.js", "jquery-3.1.js", "jquery/x/y.js", "lib/jquery.ui.js",
		"a.min.js", "bootstrap.css", "deps/x.c", "a/deps/x.c", "Dependencies/x.c", "third-party/a.c", "3rd_party/a.c", "extern/a.c", "external/b.c", "testdata/a.go",
		"gradlew", "gradle/wrapper/x", "Pods/a.m", "cache/é.go", "é.go", "a/.github/x.yml", ".vscode/a.json", "configure", "x/configure.ac", "public/tinymce/x.js", "mootools-1.js",
		"proguard.pro", "a/MathJax/x.js", "Sparkle/x.m", "packages/a.1.2/x.cs", "a/fabfile.py", "run.n", "LICENSE", "",
	} {
		if got, want := vendored(p), enry.IsVendor(p); got != want {
			t.Errorf("%q: %v, go-enry says %v", p, got, want)
		}
	}
}
