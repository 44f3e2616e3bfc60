// Package files says what a file is, from its path and the beginning of its content: which
// language it is in, and whether it is binary, generated, minified, third-party code, test
// code, or an example. It is the only answer to these questions; an analysis that needs
// another one, such as whether a test declares a route, asks here first.
//
// Start with [Classify], which the engine calls for each file, [Languages] and [Test]. The
// package knows no finding, no rule, and no framework.
package files

import (
	"path"
	"regexp"
	"strings"
)

var exampleRE = regexp.MustCompile(`(?i)(?:^|/)(?:examples?|samples?|demos?|docs?|tutorials?)/`)

// Example reports whether a path is that of an example, a demonstration, or documentation.
func Example(path string) bool { return exampleRE.MatchString(path) }

// installed are the folders that package managers and people put the packages of others in.
var installed = map[string]bool{"node_modules": true, "bower_components": true, "vendor": true, "third_party": true, "site-packages": true, ".venv": true}

// Installed reports whether a file came along with somebody else's package. It is stricter
// than [Vendored], which also knows build output, well-known scripts, and settings of tools
// by their names: a manifest in such a place still says what this tree uses.
func Installed(name string) bool {
	for dir := range strings.SplitSeq(path.Dir(name), "/") {
		if installed[dir] {
			return true
		}
	}
	return false
}
