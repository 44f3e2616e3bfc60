package embedded

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

var (
	scriptRE     = regexp.MustCompile(`(?is)<script\b([^>]*)>(.*?)</script`)
	scriptTypeRE = regexp.MustCompile(`(?i)\btype\s*=\s*["']?([^"'\s>]*)`)
)

// isPage reports whether a file may contain script elements.
func isPage(file string) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".html", ".htm", ".vue", ".svelte":
		return true
	}
	return false
}

// scriptsOf extracts the script elements of a page; nil if it has none.
func scriptsOf(src []byte) []byte {
	var out []byte
	for _, m := range scriptRE.FindAllSubmatchIndex(src, -1) {
		attributes, start, end := src[m[2]:m[3]], m[4], m[5]
		if len(bytes.TrimSpace(src[start:end])) == 0 || !isProgram(attributes) {
			continue
		}
		if out == nil {
			out = blank(src)
		}
		copy(out[start:end], src[start:end])
		out[end] = ';' // the next one is another statement
	}
	return out
}

// isProgram reports by its attributes whether a script element contains code, as opposed to data
// or a template.
func isProgram(attributes []byte) bool {
	t := scriptTypeRE.FindSubmatch(attributes)
	if t == nil || len(t[1]) == 0 {
		return true
	}
	kind := strings.ToLower(string(t[1]))
	return kind == "module" || strings.Contains(kind, "javascript") || strings.Contains(kind, "ecmascript") || kind == "text/babel" || kind == "text/jsx"
}
