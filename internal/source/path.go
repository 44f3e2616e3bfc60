package source

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPath is the longest path that a snapshot takes, in bytes.
const maxPath = 4096

const (
	reasonLink      = "symbolic link"
	reasonSubmodule = "submodule"
	reasonSpecial   = "not a regular file"
	reasonEscape    = "path leads out of the tree"
)

func (l Limits) reasonLarge() string { return "larger than " + human(l.FileBytes) }

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
