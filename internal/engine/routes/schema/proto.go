package schema

import "strings"

// protoFile holds the services of a Protocol Buffers file.
type protoFile struct {
	path     string
	pkg      string
	messages map[string][]string // fields by full name
	methods  []protoMethod
}

type protoMethod struct {
	service, name string
	request       string
	line          int
	rules         []httpRule
}

// httpRule is an annotation google.api.http, or one of its additional bindings.
type httpRule struct{ method, path, body string }

// maxNested bounds the nesting of messages and rules.
const maxNested = 64

// readProto parses a file and skips what it does not understand.
func readProto(path string, src []byte) *protoFile {
	f := &protoFile{path: path, messages: map[string][]string{}}
	l := newLexer(src, false)
	for !l.done() {
		switch t := l.next(); {
		case t.quoted:
		case t.text == "package":
			f.pkg = l.next().text
			l.statement()
		case t.text == "message":
			f.message(l, f.pkg, 0)
		case t.text == "service":
			f.service(l)
		case t.text == "{":
			l.skip()
		case t.text != ";" && t.text != "}":
			l.statement()
		}
	}
	return f
}

// message parses the fields of a message, starting at its name.
func (f *protoFile) message(l *lexer, scope string, depth int) {
	name := dotJoin(scope, l.next().text)
	if !l.accept("{") {
		l.statement()
		return
	}
	if depth > maxNested {
		l.skip()
		return
	}
	f.messages[name] = f.fields(l, name, depth)
}

func (f *protoFile) fields(l *lexer, scope string, depth int) (fields []string) {
	for !l.done() && !l.accept("}") {
		switch t := l.peek(); {
		case t.text == "message" && !t.quoted:
			l.next()
			f.message(l, scope, depth+1)
		case t.text == "oneof" && !t.quoted && depth <= maxNested:
			l.next()
			l.next()
			if l.accept("{") {
				fields = append(fields, f.fields(l, scope, depth+1)...)
			}
		case t.text == "enum" || t.text == "option" || t.text == "reserved" || t.text == "extensions" || t.text == "extend":
			l.statement()
		default:
			if name := fieldName(l); name != "" {
				fields = append(fields, name)
			}
			l.statement()
		}
	}
	return fields
}

// fieldName parses a field up to its = and returns the name before it.
func fieldName(l *lexer) string {
	last := ""
	for !l.done() {
		switch t := l.peek(); {
		case t.quoted:
			return ""
		case t.text == "=":
			return last
		case t.text == ";" || t.text == "{" || t.text == "}":
			return ""
		default:
			last = l.next().text
		}
	}
	return ""
}

func (f *protoFile) service(l *lexer) {
	name := dotJoin(f.pkg, l.next().text)
	if !l.accept("{") {
		l.statement()
		return
	}
	for !l.done() && !l.accept("}") {
		if t := l.peek(); t.quoted || t.text != "rpc" {
			if l.next().text == "option" {
				l.statement()
			}
			continue
		}
		line := l.next().line
		m := protoMethod{service: name, name: l.next().text, line: line}
		if !l.accept("(") {
			continue
		}
		l.accept("stream")
		l.accept(".")
		m.request = l.next().text
		for !l.done() && !l.accept("{") {
			if t := l.peek(); t.text == ";" || t.text == "}" || t.text == "rpc" {
				l.accept(";")
				f.methods = append(f.methods, m)
				m.name = ""
				break
			}
			l.next()
		}
		if m.name == "" {
			continue
		}
		m.options(l)
		f.methods = append(f.methods, m)
	}
}

// options parses the block of a method.
func (m *protoMethod) options(l *lexer) {
	for !l.done() && !l.accept("}") {
		if t := l.next(); t.quoted || t.text != "option" || !l.accept("(") {
			if t.text == "{" {
				l.skip()
			}
			continue
		}
		if option := strings.TrimPrefix(l.next().text, "."); option != "google.api.http" {
			l.statement()
			continue
		}
		l.accept(")")
		switch t := l.next(); t.text {
		case "=":
			if l.accept("{") {
				m.rule(l, 0)
			}
		case ".": // option (google.api.http).get = "/v1"
			verb := l.next().text
			if l.accept("=") {
				m.rules = append(m.rules, httpRule{method: strings.ToUpper(verb), path: l.next().text})
			}
		}
		l.accept(";")
	}
}

// rule parses the content of an annotation, up to the closing bracket.
func (m *protoMethod) rule(l *lexer, depth int) {
	at := len(m.rules)
	m.rules = append(m.rules, httpRule{})
	for !l.done() && !l.accept("}") {
		key := l.next()
		l.accept(":")
		value := l.peek()
		switch {
		case value.quoted && !key.quoted:
			l.next()
			for l.peek().quoted { // adjacent strings are concatenated
				value.text += l.next().text
			}
			r := &m.rules[at]
			switch key.text {
			case "get", "put", "post", "delete", "patch":
				r.method, r.path = strings.ToUpper(key.text), value.text
			case "body":
				r.body = value.text
			}
		case key.text == "custom" && l.accept("{"):
			m.custom(l, at)
		case key.text == "additional_bindings":
			many := l.accept("[")
			for l.accept("{") {
				if depth > maxNested {
					l.skip()
				} else {
					m.rule(l, depth+1)
				}
				if !many {
					break
				}
				l.accept(",")
			}
			if many {
				l.accept("]")
			}
		case value.text == "{" || value.text == "[":
			l.next()
			l.skip()
		}
	}
	if r := m.rules[at]; r.path == "" || r.method == "" {
		m.rules = append(m.rules[:at], m.rules[at+1:]...)
	}
}

func (m *protoMethod) custom(l *lexer, at int) {
	for !l.done() && !l.accept("}") {
		key := l.next().text
		l.accept(":")
		if !l.peek().quoted {
			continue
		}
		switch value := l.next().text; key {
		case "kind":
			m.rules[at].method = strings.ToUpper(value)
		case "path":
			m.rules[at].path = value
		}
	}
}

// dotJoin joins names with a dot.
func dotJoin(scope, name string) string {
	if scope == "" {
		return name
	}
	return scope + "." + name
}
