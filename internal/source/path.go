package source

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vigil/internal/engine"
)

// maxPath is the longest path that a snapshot takes, in bytes.
const maxPath = 4096

const (
	reasonLink      = "symbolic link"
	reasonSubmodule = "submodule"
	reasonSpecial   = "not a regular file"
	reasonEscape    = "path leads out of the tree"
	reasonMac       = "notes that macOS keeps about another file"
	reasonLarger    = "larger than "
)

func (l Limits) reasonLarge() string { return reasonLarger + human(l.FileBytes) }

// kindOf says whether a file that is left out should have been scanned. What is not a file, and a
// large file of a format that no detector reads, is excluded by design. All else is incomplete:
// names that cannot be used, and files that are too large or cannot be read.
func kindOf(path, reason string) engine.SkipKind {
	switch {
	case reason == reasonLink, reason == reasonSubmodule, reason == reasonSpecial, reason == reasonMac:
		return engine.Excluded
	case strings.HasPrefix(reason, reasonLarger) && engine.IsBinaryName(path):
		return engine.Excluded
	}
	return engine.Incomplete
}

// reported returns the path by which a file that is left out is listed.
func reported(path string) string {
	if len(path) > maxPath || !plain(path) {
		return shown(path)
	}
	return path
}

// checkPath says why a path cannot be used, or "".
func (l Limits) checkPath(path string) string {
	switch {
	case len(path) > maxPath:
		return fmt.Sprintf("path longer than %d bytes", maxPath)
	case !utf8.ValidString(path):
		return "name is not UTF-8"
	case strings.ContainsFunc(path, unicode.IsControl):
		return "control character in the name"
	case strings.HasPrefix(path, "/"):
		return reasonEscape
	case strings.Count(path, "/") > l.Depth:
		return fmt.Sprintf("in more than %d folders", l.Depth)
	}
	for part := range strings.SplitSeq(path, "/") {
		switch part {
		case "..":
			return reasonEscape
		case "", ".":
			return "empty part in the path"
		}
	}
	return ""
}

// shown makes any path fit for a report: short, one line, valid UTF-8.
func shown(path string) string {
	const most = 400
	if len(path) > most {
		path = strings.ToValidUTF8(path[:most], "") + "…"
	}
	if !plain(path) {
		return strconv.Quote(path)
	}
	return path
}

// plain reports whether a path is text in one line.
func plain(path string) bool {
	return utf8.ValidString(path) && !strings.ContainsFunc(path, unicode.IsControl)
}
