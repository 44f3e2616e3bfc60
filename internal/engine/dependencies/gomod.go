package dependencies

import (
	"slices"
	"strings"

	"vigil/internal/ecosystem"
)

// parseGoMod reads go.mod: requirements and replacements. A module replaced by a folder is part of
// this tree, or not published at all. The version of Go itself is left out: the file says which one
// is required, not which one builds.
func parseGoMod(r *reader) error {
	type module struct{ name, version string }
	replaced := map[module]module{}
	excluded := map[module]bool{}
	var required []dependency
	block := ""
	for at := 0; at < len(r.text); {
		start := at
		line := nextLine(r.text, &at)
		code, comment, _ := strings.Cut(line, "//")
		words := strings.Fields(code)
		for i := range words {
			words[i] = strings.Trim(words[i], "\"`")
		}
		verb := block
		switch {
		case len(words) == 0:
			continue
		case words[0] == ")":
			block = ""
			continue
		case block == "" && len(words) == 2 && words[1] == "(":
			block = words[0]
			continue
		case block == "":
			verb, words = words[0], words[1:]
		}
		switch {
		case verb == "require" && len(words) >= 2:
			d := dependency{kind: ecosystem.Go, name: words[0], version: words[1], at: start + len(line) - len(strings.TrimLeft(line, " \t")), wanted: direct}
			if strings.HasPrefix(strings.TrimSpace(comment), "indirect") {
				d.wanted = transitive
			}
			required = append(required, d)
		case verb == "exclude" && len(words) >= 2:
			excluded[module{words[0], words[1]}] = true
		case verb == "replace":
			n := slices.Index(words, "=>")
			if n < 1 || n > 2 || len(words) < n+2 {
				continue
			}
			var from, to module
			copyWords := func(m *module, words []string) {
				if m.name = words[0]; len(words) > 1 {
					m.version = words[1]
				}
			}
			copyWords(&from, words[:n])
			copyWords(&to, words[n+1:])
			replaced[from] = to
		}
	}
	for _, d := range required {
		if excluded[module{d.name, d.version}] {
			d.version, d.open = "", "the version is excluded, so Go uses the next higher one"
		}
		to, there := replaced[module{d.name, d.version}]
		if !there {
			to, there = replaced[module{d.name, ""}]
		}
		switch {
		case there && to.version == "": // a folder
			continue
		case there:
			d.name, d.version, d.open = to.name, to.version, ""
		}
		if err := r.add(d); err != nil {
			return err
		}
	}
	return nil
}
