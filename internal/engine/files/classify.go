package files

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

// Kind is what a file is.
type Kind struct {
	Language  string // as GitHub names it, "" if unknown
	Binary    bool
	Generated bool // written by a program
	Vendored  bool // somebody else's code
	Minified  bool // written for machines: very long lines
}

// handwritten are languages that nobody minifies: a long line in them is a long text,
// unless it is all there is.
var handwritten = map[string]bool{"Python": true, "Ruby": true, "Go": true}

// Classify returns the kind of a file.
func Classify(name string, content []byte) (k Kind) {
	head := content[:min(len(content), headBytes)]
	name = name[max(0, len(name)-pathBytes):]
	k.Binary, k.Vendored = enry.IsBinary(head), Vendored(name)
	if k.Binary {
		return k
	}
	k.Language = linguist(name, head)
	k.Generated = generated(name, head)
	k.Minified = minified(name, head) && (!handwritten[k.Language] || bytes.Count(head, []byte("\n")) < 2)
	return k
}

// IsProgramming reports whether a language, as GitHub names it, is one of programs.
func IsProgramming(github string) bool { return enry.GetLanguageType(github) == enry.Programming }

// IsMarkup reports whether a language, as GitHub names it, is one of pages or styles.
func IsMarkup(github string) bool { return enry.GetLanguageType(github) == enry.Markup }

// linguist asks for the content only if the name leaves a doubt.
func linguist(name string, head []byte) string {
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
