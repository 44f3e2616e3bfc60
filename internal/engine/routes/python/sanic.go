package python

import "regexp"

var sanic = dialect{name: "sanic", words: []string{"sanic"}, makers: []string{"Sanic"}, syntax: sanicSyntax}

var sanicParam = regexp.MustCompile(`<\s*([A-Za-z_]\w*)\s*(?::[^<>]*)?>`)

// sanicSyntax is the syntax of Sanic, with the name before the type.
func sanicSyntax(p string) string { return sanicParam.ReplaceAllString(p, "{$1}") }
