package manifest

import (
	"slices"
	"strings"
)

// GoModFile is a go.mod.
type GoModFile struct {
	Module   Entry
	Requires []Need
	Replaced map[GoVersion]GoVersion // without a version: all of them, or a folder
	Excluded map[GoVersion]bool
}

// GoVersion is a module of a version.
type GoVersion struct{ Path, Version string }

// ParseGoMod reads a go.mod.
func ParseGoMod(text []byte) *GoModFile {
	f := &GoModFile{Replaced: map[GoVersion]GoVersion{}, Excluded: map[GoVersion]bool{}}
	block := ""
	eachLine(text, func(line string, at int) {
		code, comment, _ := strings.Cut(line, "//")
		words := strings.Fields(code)
		for i := range words {
			words[i] = strings.Trim(words[i], "\"`")
		}
		verb := block
		switch {
		case len(words) == 0:
			return
		case words[0] == ")":
			block = ""
			return
		case block == "" && len(words) == 2 && words[1] == "(":
			block = words[0]
			return
		case block == "":
			verb, words = words[0], words[1:]
		}
		at += len(line) - len(strings.TrimLeft(line, " \t"))
		switch {
		case verb == "module" && len(words) >= 1:
			f.Module = Entry{Name: words[0], At: at}
		case verb == "require" && len(words) >= 2:
			n := Need{Name: words[0], Version: words[1], At: at, Wanted: Direct}
			if strings.HasPrefix(strings.TrimSpace(comment), "indirect") {
				n.Wanted = Transitive
			}
			f.Requires = append(f.Requires, n)
		case verb == "exclude" && len(words) >= 2:
			f.Excluded[GoVersion{words[0], words[1]}] = true
		case verb == "replace":
			if n := slices.Index(words, "=>"); n >= 1 && n <= 2 && len(words) >= n+2 {
				f.Replaced[goVersion(words[:n])] = goVersion(words[n+1:])
			}
		}
	})
	return f
}

func goVersion(words []string) (v GoVersion) {
	if v.Path = words[0]; len(words) > 1 {
		v.Version = words[1]
	}
	return v
}

// GoMod reads a go.mod.
func GoMod(text []byte) (*Manifest, error) {
	f := ParseGoMod(text)
	m := &Manifest{Ecosystem: Go, Module: f.Module, Needs: f.Requires}
	m.about("name", f.Module.Name, f.Module.At)
	return m, nil
}
