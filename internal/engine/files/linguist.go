package files

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-enry/go-enry/v2"
	"github.com/go-enry/go-enry/v2/data"
)

// What go-enry says, in a part of the time: most of it goes into expressions that nearly no file matches.

// generatedParts are texts, in small letters, of which a path has one that is of a generated file by its name.
var generatedParts = []string{".idea/", "pods/", "carthage/", ".designer.", ".feature.cs", "node_modules/", "vendor/", "lock", "npm-shrinkwrap", ".pnp.", "godeps/", ".zep.", "cargo.toml", "__generated__/", "_tlb.pas", "htmlcov/", ".sqlx/"}

// generated tells whether a file was written by a program, as enry.IsGenerated does.
func generated(path string, content []byte) bool {
	lower := strings.ToLower(path)
	if !isASCII(path) || slices.ContainsFunc(generatedParts, func(p string) bool { return strings.Contains(lower, p) }) {
		return enry.IsGenerated(path, content)
	}
	ext := strings.ToLower(filepath.Ext(path))
	if _, is := data.GeneratedCodeExtensions[ext]; is {
		return true
	}
	return slices.ContainsFunc(data.GeneratedCodeMatchers, func(m data.GeneratedCodeMatcher) bool { return m(lower, ext, content) })
}

func isASCII(s string) bool { return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x7f }) }

// languageOf tells the language of a file, as enry.GetLanguage does.
func languageOf(name string, content []byte) string {
	if mayHaveModeline(content) || enry.IsBinary(content) {
		return enry.GetLanguage(name, content)
	}
	var languages []string
	for _, strategy := range enry.DefaultStrategies[1:] { // the first is for lines that editors read
		found := strategy(name, content, languages)
		if len(found) > 0 {
			languages = found
		}
		if len(found) == 1 {
			break
		}
	}
	if i := slices.IndexFunc(languages, func(l string) bool { return l != "" }); i >= 0 {
		return languages[i]
	}
	return enry.OtherLanguage
}

// mayHaveModeline tells whether a text may say to Emacs or to vim which language it is in: -*- mode -*-, vim: or ex:.
func mayHaveModeline(text []byte) bool {
	if bytes.Contains(text, []byte("-*-")) {
		return true
	}
	for {
		colon := bytes.IndexByte(text, ':')
		if colon < 0 {
			return false
		}
		before := bytes.TrimRight(text[:colon], " \t\n\v\f\r")
		if bytes.HasSuffix(before, []byte("ex")) || bytes.HasSuffix(bytes.TrimRight(before, "m<=>0123456789"), []byte("vi")) {
			return true
		}
		text = text[colon+1:]
	}
}
