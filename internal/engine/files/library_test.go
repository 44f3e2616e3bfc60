package files

import "testing"

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
		if got := Library(path, smallLibrary); got != want {
			t.Errorf("%s: %v", path, got)
		}
		if Library(path, smallLibrary-1) {
			t.Errorf("%s: small, and a library", path)
		}
	}
}
