package engine

import (
	"bytes"
	"path"
	"strings"

	"github.com/go-enry/go-enry/v2"
)

const (
	// headBytes is how much of a file is read to classify it.
	headBytes = 64 << 10
	// languageBytes is how much of it go-enry sees when the file name is ambiguous:
	// its classifier is slow.
	languageBytes = 4 << 10
	// pathBytes is how much of the end of a path is matched against the path
	// patterns: those take milliseconds on a long path.
	pathBytes = 256
	// longLine is longer than any line that a person writes.
	longLine = 5000
	// longAverage is the average line length above which a file counts as minified.
	// Files below smallFile may reach it by chance.
	longAverage, smallFile = 500, 4 << 10
)

// handwritten languages are never minified: a long line in them is a long literal, unless it
// is the whole file.
var handwritten = map[string]bool{"Python": true, "Ruby": true, "Go": true}

// classify sets the language of f and the kind of file it is.
func (f *File) classify(content []byte) {
	head := content[:min(len(content), headBytes)]
	f.Binary = enry.IsBinary(head)
	name := f.Path[max(0, len(f.Path)-pathBytes):]
	f.Vendored = vendored(name)
	if f.Binary {
		return
	}
	f.Language = language(name, head)
	f.Generated = generated(name, head)
	f.Minified = minified(name, head) && (!handwritten[f.Language] || bytes.Count(head, []byte("\n")) < 2)
}

// language looks at the content only if the file name is ambiguous.
func language(name string, head []byte) string {
	if lang, safe := enry.GetLanguageByFilename(name); safe {
		return lang
	}
	if lang, safe := enry.GetLanguageByExtension(name); safe {
		return lang
	}
	return languageOf(path.Base(name), head[:min(len(head), languageBytes)])
}

func minified(name string, head []byte) bool {
	if strings.Contains(path.Base(name), ".min.") {
		return true
	}
	lines := 0
	for rest := head; len(rest) > 0; lines++ {
		n := bytes.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest) - 1
		}
		if n >= longLine {
			return true
		}
		rest = rest[n+1:]
	}
	return len(head) >= smallFile && len(head)/lines >= longAverage
}

// mainLanguage is the programming language with the most bytes of handwritten first-party
// code.
func mainLanguage(files []*File) string {
	bytes := map[string]int64{}
	best := ""
	for _, f := range files {
		if f.Vendored || f.Generated || f.Minified || enry.GetLanguageType(f.Language) != enry.Programming {
			continue
		}
		bytes[f.Language] += f.Size
	}
	for lang, n := range bytes {
		if n > bytes[best] || n == bytes[best] && lang < best {
			best = lang
		}
	}
	return best
}
