// Package embedded extracts the code in templates and pages: Ruby in ERB, Java in JSP,
// JavaScript between script tags.
//
// Start with Code. What is not code becomes blanks, so every byte offset and line number is
// the same in the file and in its code. The package knows neither grammars nor rules.
package embedded

import "path"

// Code returns the part of a file that a grammar can read. That is the file itself unless it is a
// template or a page.
func Code(file, grammar string, src []byte) []byte {
	switch {
	case grammar == "ruby" && path.Ext(file) == ".erb":
		return rubyOf(src)
	case grammar == "java" && isJSP(file):
		return javaOf(src)
	case (grammar == "javascript" || grammar == "typescript" || grammar == "tsx") && isPage(file):
		return scriptsOf(src)
	}
	return src
}
