package rulescan

import (
	"testing"

	"vigil/internal/engine"
)

func TestLibraries(t *testing.T) {
	for path, want := range map[string]bool{
		"static/js/jquery.js":          true,
		"public/jquery-3.6.0.js":       true,
		"public/jquery-ui.js":          true,
		"public/bootstrap.bundle.js":   true,
		"public/jquery.dataTables.js":  true,
		"lib/angular-1.2.3.js":         true,
		"src/chart.js":                 true,
		"src/jquery-of-the-harbour.js": false,
		"src/require-login.js":         false,
		"src/app.js":                   false,
		"src/react-components.js":      false,
		"src/jquery.py":                false,
	} {
		if got := isLibrary(&engine.File{Path: path, Size: smallLibrary}); got != want {
			t.Errorf("%s: %v", path, got)
		}
		if isLibrary(&engine.File{Path: path, Size: smallLibrary - 1}) {
			t.Errorf("%s: small, and a library", path)
		}
	}
}
