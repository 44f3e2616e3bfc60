package ir

import "strings"

func dockerfile() *Grammar {
	h := map[string]handler{
		"source_file": listOf(Block), "comment": drop, "json_string_array": listOf(Array), "json_string": dockerString,
		"double_quoted_string": stringOf, "single_quoted_string": stringOf,
		"line_continuation": drop, "image_spec": dockerImage,
		"shell_command": dockerWords, "path": dockerLeaf, "param": dockerLeaf, "unquoted_string": dockerLeaf, "image_alias": dockerLeaf, "expose_port": leafOf(Num), "expansion": dockerLeaf,
		"env_pair": shape(Pair, "name", "value"), "label_pair": shape(Pair, "key", "value"),
		"env_instruction": dockerPairs, "label_instruction": dockerPairs,
		"arg_instruction": func(l *lowerer, i uint32) NodeID {
			return l.node(l.own(l.Nodes[i].Symbol), i, "", l.the(i, "name"), l.the(i, "default"))
		},
		"user_instruction": func(l *lowerer, i uint32) NodeID {
			return l.node(l.own(l.Nodes[i].Symbol), i, "", l.the(i, "user"), l.the(i, "group"))
		},
		"from_instruction": func(l *lowerer, i uint32) NodeID {
			var image, params NodeID
			for _, c := range l.rest(i, "as") {
				if n := l.lower(c); l.Kind(c) == "param" {
					params = n
				} else {
					image = n
				}
			}
			return l.node(Section, i, "", image, l.the(i, "as"), params)
		},
		"maintainer_instruction": dockerText,
	}
	return &Grammar{
		lower:  h,
		frames: []string{"%s\n", "RUN %s\n"},
		Shell:  true,
		ellipsis: func(c place) string {
			switch {
			case c.open == '[':
				return `"` + anyName + `"`
			case (c.newline || c.prev == "") && (c.nextLine || c.next == ""):
				return "LABEL " + ellipsisName + "=" + ellipsisName
			}
			return ellipsisName
		},
		metavariable: func(c place, name string) string {
			switch c.prev {
			case "ARG", "ENV", "LABEL", "AS", "as":
				return metaPrefix + name[1:]
			}
			return name // a shell variable, for the grammar
		},
	}
}

// dockerLeaf is a leaf whose text may be a metavariable.
func dockerLeaf(l *lowerer, i uint32) NodeID { return l.dockerText(i, l.text(i)) }

func (l *lowerer) dockerText(i uint32, text string) NodeID {
	if l.pattern && metaName.MatchString(text) {
		return l.node(Meta, i, text)
	}
	return l.leaf(Str, i, text)
}

func dockerString(l *lowerer, i uint32) NodeID {
	text := strip(l.text(i))
	if l.pattern && text == anyName {
		return l.leaf(Str, i, text)
	}
	return l.str(i, text)
}

// dockerPairs makes a statement of each pair.
func dockerPairs(l *lowerer, i uint32) NodeID {
	var out []NodeID
	for _, c := range l.Named(i) {
		n := l.lower(c)
		if !l.wild(n) {
			n = l.node(l.own(l.Nodes[i].Symbol), i, "", n)
		}
		out = append(out, n)
	}
	return l.node(splice, i, "", out...)
}

func dockerText(l *lowerer, i uint32) NodeID {
	_, text, _ := strings.Cut(l.text(i), " ")
	s, e := l.span(i)
	return l.node(l.own(l.Nodes[i].Symbol), i, "", l.words(s, e, text)...)
}

// dockerWords splits a command at spaces and punctuation, because patterns match its
// words.
func dockerWords(l *lowerer, i uint32) NodeID {
	s, e := l.span(i)
	return l.node(Tuple, i, "", l.words(s, e, l.f.src[s:e])...)
}

func (l *lowerer) words(s, e uint32, text string) []NodeID {
	var out []NodeID
	for at := 0; at < len(text); {
		switch c := text[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\\' && at+1 < len(text) && (text[at+1] == '\n' || text[at+1] == '\r'):
			at++
			continue
		case c == '#' && (at == 0 || text[at-1] == '\n'):
			for at < len(text) && text[at] != '\n' {
				at++
			}
			continue
		}
		from := at
		switch c := text[at]; c {
		case '&', '|', ';':
			for at < len(text) && text[at] == c {
				at++
			}
		default:
			for at < len(text) && !strings.ContainsRune(" \t\r\n&|;", rune(text[at])) {
				if text[at] == '"' || text[at] == '\'' {
					at = quoteEnd(text, at)
					continue
				}
				at++
			}
		}
		w := strings.Trim(text[from:at], `"'`)
		a, b := s+uint32(from), min(s+uint32(at), e)
		if l.pattern {
			if metaName.MatchString(w) {
				out = append(out, l.make(Meta, a, b, w))
				continue
			}
			if k, name, ok := placeholder(w); ok {
				out = append(out, l.make(k, a, b, name))
				continue
			}
			w = Restore(w)
		}
		out = append(out, l.make(Str, a, b, w))
	}
	return out
}

func dockerImage(l *lowerer, i uint32) NodeID {
	part := func(field string) NodeID {
		c, ok := l.In(i, field)
		if !ok {
			return 0
		}
		return l.dockerText(c, strings.TrimLeft(l.text(c), ":@"))
	}
	name := part("name")
	if l.wild(name) {
		return name
	}
	return l.node(Section, i, "", name, part("tag"), part("digest"))
}
