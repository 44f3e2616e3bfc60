package modules

import (
	"path"
	"strings"
	"unicode"
)

// In Ruby on Rails, files are loaded when a constant is named that they define, by their path: User is in
// user.rb. Elsewhere they are required once, and every constant is known everywhere.
var ruby = &family{
	name:      "ruby",
	functions: set("method singleton_method lambda block do_block"),
	classes:   set("class module"),
	calls:     map[string]string{"call": "method"},
	caller:    "receiver",
	other:     map[string]func(*reader, uint32){"()": rubyCall},
}

// rubyCall takes note of what is mixed into a class.
func rubyCall(r *reader, n uint32) {
	if _, ok := r.in(n, "receiver"); ok || len(r.Classes) == 0 {
		return
	}
	switch r.textIn(n, "method") {
	case "include", "extend", "prepend":
		if args, ok := r.in(n, "arguments"); ok {
			c := &r.Classes[len(r.Classes)-1]
			c.Bases = append(c.Bases, r.namesBelow(args)...)
		}
	}
}

// scopeOf is the name of the scope of a model that a function is given to.
func (r *reader) scopeOf(args uint32) string {
	list := r.named(args)
	if r.textIn(r.Nodes[args].Parent, "method") != "scope" || r.Kind(list[0]) != "simple_symbol" {
		return ""
	}
	return r.text(list[0])[1:]
}

// lastConstant is the name of a constant without those of the modules around it.
func lastConstant(name string) string { return name[strings.LastIndexByte(name, ':')+1:] }

// fileOfConstant reports whether a file is where Rails looks for a constant.
func fileOfConstant(file, constant string) bool {
	base := strings.TrimSuffix(path.Base(file), ".rb")
	i := 0
	for k, c := range constant {
		if unicode.IsUpper(c) && k > 0 && i < len(base) && base[i] == '_' {
			i++
		}
		if i >= len(base) || rune(base[i]) != unicode.ToLower(c) {
			return false
		}
		i++
	}
	return i == len(base)
}
