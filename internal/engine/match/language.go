package match

// language is what matching needs to know of one language beyond its grammar.
type language struct {
	lower map[string]handler
	// ellipsis says what stands for ... at a place of a pattern.
	ellipsis func(c place) string
	// frames are tried in order around a pattern until it parses; %s is the pattern.
	frames []string
	// rewrite changes a pattern's text before its placeholders are set.
	rewrite func(string) string
	// metavariable says what stands for $X, "" for the usual.
	metavariable func(c place, name string) string
	// openDict: an object in a pattern allows further entries.
	openDict bool
	// imports finds the names that a file imports.
	imports func(*File)
}

// languageOf returns what is known of a language; there is always something.
func languageOf(name string) *language {
	switch name {
	case "python":
		return python()
	}
	return &language{}
}
