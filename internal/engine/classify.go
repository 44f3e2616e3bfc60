package engine

import (
	"bytes"
	"path"
	"strings"

	"github.com/go-enry/go-enry/v2"
)

const (
	// headBytes is how much of a file its kind is told from.
	headBytes = 64 << 10
	// languageBytes is how much of it the language is told from, if the name
	// leaves a doubt: that is slow.
	languageBytes = 4 << 10
	// pathBytes is how much of a path, from its end, its kind is told from: that
	// takes milliseconds for a long one.
	pathBytes = 256
	// longLine is a line that no person writes.
	longLine = 5000
	// longAverage is the length of the average line from which on a file was
	// written for machines; small files may be like that by chance.
	longAverage, smallFile = 500, 4 << 10
)

// handwritten are languages that nobody makes shorter for machines: a long line in them
// is a long text, unless it is all there is.
var handwritten = map[string]bool{"Python": true, "Ruby": true, "Go": true}

// classify tells what kind of file f is.
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

// language asks for the content only if the name leaves a doubt.
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

// mainLanguage is the programming language with the most bytes in code that people
// wrote here.
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
