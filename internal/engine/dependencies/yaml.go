package dependencies

import (
	"bytes"
	"strings"
)

// maxDepth is how many keys are followed, one within the other.
const maxDepth = 64

// yamlLine is a line of a YAML file with a key, or the beginning of an item.
type yamlLine struct {
	at    int      // where the key begins
	path  []string // the keys above it, and its own
	value string   // without quotes and comment; what goes on in other lines is left out
	raw   string   // all that follows the key
}

// eachYAML calls visit for each line with a key, by the way files are laid out that programs
// write: one key a line, told apart by how far it is indented. Aliases, tags and flows are
// text like any other, so nothing in a file can become larger than it is. The path is
// overwritten after visit returns.
func eachYAML(text []byte, visit func(yamlLine) error) error {
	var path []string
	var indents []int
	block := -1 // the indentation of a key whose text follows
	for at := 0; at < len(text); {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		line, start := string(bytes.TrimRight(text[at:at+end], "\r ")), at
		at += end + 1
		rest := strings.TrimLeft(line, " ")
		indent := len(line) - len(rest)
		if rest == "" || rest[0] == '#' || block >= 0 && indent > block {
			continue
		}
		block = -1
		for strings.HasPrefix(rest, "- ") { // an item counts as one step deeper
			rest = strings.TrimLeft(rest[2:], " ")
			indent = len(line) - len(rest)
		}
		key, raw, ok := cutKey(rest)
		if !ok {
			continue
		}
		for len(indents) > 0 && indents[len(indents)-1] >= indent {
			indents, path = indents[:len(indents)-1], path[:len(path)-1]
		}
		if len(path) == maxDepth {
			continue
		}
		indents, path = append(indents, indent), append(path, key)
		value := unquote(raw)
		if value != "" && (value[0] == '|' || value[0] == '>') {
			block = indent
		}
		if err := visit(yamlLine{start + indent, path, value, raw}); err != nil {
			return err
		}
	}
	return nil
}

// cutKey divides a line at the colon after its key.
func cutKey(line string) (key, rest string, ok bool) {
	if line[0] == '"' || line[0] == '\'' {
		end := strings.IndexByte(line[1:], line[0])
		if end < 0 || !strings.HasPrefix(line[end+2:], ":") {
			return "", "", false
		}
		return line[1 : end+1], strings.TrimSpace(line[end+3:]), true
	}
	if n := strings.Index(line, ": "); n > 0 {
		return line[:n], strings.TrimSpace(line[n+2:]), true
	}
	if key, ends := strings.CutSuffix(line, ":"); ends && !strings.Contains(key, " #") {
		return key, "", key != ""
	}
	return "", "", false
}

// unquote returns a value without its quotes, or without the comment behind it.
func unquote(s string) string {
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
			return s[1 : end+1]
		}
		return ""
	}
	if n := strings.Index(s, " #"); n >= 0 {
		s = s[:n]
	}
	return strings.TrimSpace(s)
}
