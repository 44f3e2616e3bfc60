package ir

import (
	"regexp"
	"strings"
)

func yaml() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"stream": listOf(Block), "document": inner, "block_node": yamlNode, "flow_node": yamlNode, "plain_scalar": inner, "block_sequence_item": yamlItem,
			"comment": drop, "anchor": drop, "tag": drop, "yaml_directive": drop, "tag_directive": drop, "reserved_directive": drop,
			"block_mapping": listOf(Dict), "flow_mapping": listOf(Dict), "block_mapping_pair": yamlPair, "flow_pair": yamlPair,
			"block_sequence": listOf(Array), "flow_sequence": listOf(Array),
			"string_scalar": yamlScalar(Str), "timestamp_scalar": yamlScalar(Str), "boolean_scalar": yamlScalar(Lit), "null_scalar": yamlScalar(Lit), "integer_scalar": yamlScalar(Num), "float_scalar": yamlScalar(Num),
			"double_quote_scalar": stringOf, "single_quote_scalar": stringOf, "block_scalar": yamlBlockScalar,
		},
		rewrite:    yamlEllipsis,
		ellipsis:   func(place) string { return ellipsisName },
		SinglePair: true,
		OpenDict:   true,
	}
}

func yamlNode(l *lowerer, i uint32) NodeID {
	kids := l.lowerAll(l.Named(i))
	if len(kids) == 0 {
		return 0
	}
	return kids[len(kids)-1]
}

// yamlItem keeps the position of an empty item.
func yamlItem(l *lowerer, i uint32) NodeID {
	if n := inner(l, i); n != 0 && l.f.kind(n) != splice {
		return n
	}
	return l.node(Lit, i, "null")
}

func yamlPair(l *lowerer, i uint32) NodeID {
	key, value := l.the(i, "key"), l.the(i, "value")
	if l.wild(key) {
		return key
	}
	if value == 0 {
		value = l.node(Lit, i, "null")
	}
	return l.node(Pair, i, "", key, value)
}

func yamlScalar(k Kind) handler {
	return func(l *lowerer, i uint32) NodeID { return l.leaf(k, i, l.text(i)) }
}

// yamlBlockScalar removes the indicator and the indentation.
func yamlBlockScalar(l *lowerer, i uint32) NodeID {
	_, body, _ := strings.Cut(l.text(i), "\n")
	return l.str(i, strings.TrimRight(Dedent(body), "\n"))
}

var yamlDots = regexp.MustCompile(`^(\s*)(- )?\.\.\.\s*$`)

// yamlEllipsis turns lines that are only an ellipsis into entries or items, like their
// neighbors. Elsewhere an ellipsis is a scalar.
func yamlEllipsis(text string) string {
	lines := strings.Split(text, "\n")
	indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }
	for i, line := range lines {
		m := yamlDots.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if m[2] != "" {
			// An item with further entries below.
			if next := strings.TrimSpace(lines[min(i+1, len(lines)-1)]); i+1 < len(lines) && indent(lines[i+1]) == len(m[1])+2 && !strings.HasPrefix(next, "- ") && strings.Contains(next, ":") {
				lines[i] = m[1] + "- " + ellipsisName + ": " + ellipsisName
			}
			continue
		}
		at := len(m[1])
		kind := ""
		look := func(j int) bool { // true: continue
			s := strings.TrimSpace(lines[j])
			d := indent(lines[j])
			if s == "" || s == "..." || d > at {
				return true
			}
			// The entries of "- a: 1" are indented by two more.
			if d < at && !(strings.HasPrefix(s, "- ") && d+2 == at) {
				return false
			}
			switch {
			case d == at && strings.HasPrefix(s, "- "):
				kind = "item"
			case strings.Contains(s, ":"):
				kind = "entry"
			}
			return kind == ""
		}
		for j := i - 1; j >= 0 && look(j); j-- {
		}
		for j := i + 1; kind == "" && j < len(lines) && look(j); j++ {
		}
		switch kind {
		case "item":
			lines[i] = m[1] + "- " + ellipsisName
		case "entry":
			lines[i] = m[1] + ellipsisName + ": " + ellipsisName
		default:
			lines[i] = m[1] + ellipsisName
		}
	}
	return strings.Join(lines, "\n")
}

func json() *Grammar {
	return &Grammar{
		lower: map[string]handler{
			"document": listOf(Block), "object": listOf(Dict), "array": listOf(Array), "comment": drop,
			"pair": func(l *lowerer, i uint32) NodeID {
				key := l.the(i, "key")
				if l.wild(key) {
					return key
				}
				return l.node(Pair, i, "", key, l.the(i, "value"))
			},
			"string": func(l *lowerer, i uint32) NodeID {
				text := strip(l.text(i))
				if l.pattern && (text == anyName || strings.HasPrefix(text, constPrefix)) {
					return l.leaf(Str, i, text)
				}
				return l.str(i, text)
			},
			"number": leafOf(Num), "true": leafOf(Lit), "false": leafOf(Lit), "null": leafOf(Lit),
		},
		ellipsis: func(c place) string {
			if c.open == '{' && c.prev != ":" {
				return `"` + anyName + `": 0`
			}
			if c.open == 0 && c.prev != ":" && c.prev != "" {
				return `"` + anyName + `": 0`
			}
			return `"` + anyName + `"`
		},
		metavariable: func(c place, name string) string {
			if c.open == '"' {
				return metaPrefix + name[1:]
			}
			return `"` + constPrefix + name[1:] + `"`
		},
		rewrite: func(text string) string {
			// Patterns often have a trailing comma, or names without quotes.
			text = trailingComma.ReplaceAllString(text, "$1")
			return bareKey.ReplaceAllString(text, `$1"$2":`)
		},
		frames:     []string{"%s", "{%s}", "[%s]"},
		SinglePair: true,
	}
}

var (
	trailingComma = regexp.MustCompile(`,(\s*[}\]])`)
	bareKey       = regexp.MustCompile(`(^|[{,]\s*)([A-Za-z_]\w*)\s*:`)
)
