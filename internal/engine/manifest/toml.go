package manifest

import (
	"bytes"
	"regexp"
	"strings"
)

// TOMLLine is a key of a TOML file, or the head of a table if it has no key.
type TOMLLine struct {
	At      int
	Table   string // such as package, or package.source
	Array   bool   // a head with two brackets: one more of them
	Key     string
	Value   string // as it is written, over as many lines as it takes
	ValueAt int
}

// EachTOML calls visit for each head and key, by the way files are laid out that programs
// write: one key a line, and values that may take several.
func EachTOML(text []byte, visit func(TOMLLine) error) error {
	table, array := "", false
	for at := 0; at < len(text); {
		start := at
		line := strings.TrimSpace(NextLine(text, &at))
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			head, _, _ := strings.Cut(line, "]")
			array = strings.HasPrefix(head, "[[")
			table = strings.Trim(head, "[ ")
			if err := visit(TOMLLine{At: start, Table: table, Array: array}); err != nil {
				return err
			}
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		valueAt := start + bytes.IndexByte(text[start:], '=') + 1
		var open tomlOpen
		for line := value; ; line = NextLine(text, &at) {
			if open.after(line); !open.any() || at >= len(text) || at-valueAt > maxTOMLValue {
				break
			}
		}
		raw := string(text[valueAt:min(at-1, len(text))])
		value = strings.TrimLeft(raw, " \t\r\n")
		l := TOMLLine{start, table, array, strings.Trim(strings.TrimSpace(key), `"'`), strings.TrimSpace(value), valueAt + len(raw) - len(value)}
		if err := visit(l); err != nil {
			return err
		}
	}
	return nil
}

// maxTOMLValue is how long a value can be.
const maxTOMLValue = 1 << 20

// NextLine returns the line that begins at an offset, which it moves to the next one.
func NextLine(text []byte, at *int) string {
	end := bytes.IndexByte(text[*at:], '\n')
	if end < 0 {
		end = len(text) - *at
	}
	line := text[*at : *at+end]
	*at += end + 1
	return string(line)
}

// tomlOpen is what is open at the end of a line: brackets, or a text of several lines.
type tomlOpen struct {
	depth int
	quote string
}

func (o *tomlOpen) any() bool { return o.depth > 0 || o.quote != "" }

// after passes a line.
func (o *tomlOpen) after(line string) {
	for i := 0; i < len(line); i++ {
		if o.quote != "" {
			n := closing(line[i:], o.quote)
			if n < 0 {
				if len(o.quote) == 1 { // which must end in its line
					o.quote = ""
				}
				return
			}
			i += n + len(o.quote) - 1
			o.quote = ""
			continue
		}
		switch c := line[i]; c {
		case '[', '{':
			o.depth++
		case ']', '}':
			o.depth--
		case '#':
			return
		case '"', '\'':
			o.quote = string(c)
			if triple := strings.Repeat(o.quote, 3); strings.HasPrefix(line[i:], triple) {
				o.quote = triple
				i += 2
			}
		}
	}
	if len(o.quote) == 1 {
		o.quote = ""
	}
}

// closing returns where a text ends.
func closing(s, quote string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && quote[0] == '"' {
			i++
		} else if strings.HasPrefix(s[i:], quote) {
			return i
		}
	}
	return -1
}

var tomlStringRE = regexp.MustCompile(`"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'`)

// TOMLString is the text of a value that is a string.
func TOMLString(value string) string {
	if m := tomlStringRE.FindStringSubmatchIndex(value); m != nil && m[0] == 0 {
		return strings.Trim(value[m[0]:m[1]], `"'`)
	}
	return ""
}

// TOMLStrings are all texts in a value.
func TOMLStrings(value string) (out []string) {
	for _, s := range tomlStringRE.FindAllString(value, -1) {
		out = append(out, s[1:len(s)-1])
	}
	return out
}

var tomlFieldRE = regexp.MustCompile(`([A-Za-z][\w.-]*)\s*=\s*("[^"\\\n]*"|'[^'\n]*'|true|false|\{[^{}]*\})`)

// TOMLFields are the fields of a value that is a table in one line.
func TOMLFields(value string) map[string]string {
	out := map[string]string{}
	if strings.HasPrefix(value, "{") {
		for _, m := range tomlFieldRE.FindAllStringSubmatch(value, 100) {
			out[m[1]] = m[2]
		}
	}
	return out
}

// eachText visits the texts in a value, each with where it stands, but those in comments.
func (l TOMLLine) eachText(visit func(s string, at int)) {
	end, comment := 0, false
	for _, m := range tomlStringRE.FindAllStringIndex(l.Value, 1000) {
		between := l.Value[end:m[0]]
		if n := strings.LastIndexByte(between, '\n'); n >= 0 {
			between, comment = between[n:], false
		}
		if comment = comment || strings.Contains(between, "#"); !comment {
			visit(l.Value[m[0]+1:m[1]-1], l.ValueAt+m[0])
		}
		end = m[1]
	}
}
