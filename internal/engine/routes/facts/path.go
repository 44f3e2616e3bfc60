package facts

import (
	"path"
	"regexp"
	"strings"
)

// Join joins parts of a path with single slashes. Empty parts are
// ignored; a trailing slash is kept only if the last part has it.
func Join(parts ...string) string {
	out := ""
	for _, p := range parts {
		if p == "" {
			continue
		}
		out = strings.TrimRight(out, "/") + "/" + strings.TrimLeft(p, "/")
	}
	if out == "" {
		return "/"
	}
	return out
}

var (
	colonParam   = regexp.MustCompile(`:([A-Za-z_]\w*)(\((?:[^()]|\([^()]*\))*\)|\{[^{}]*\})?[?*+]?`)
	optionalPart = regexp.MustCompile(`\{(/[^{}]*)\}`) // of Express 5: /:id{/:op}
	angleParam   = regexp.MustCompile(`<(?:[^<>:]*:)?\s*([A-Za-z_][\w-]*)\s*>`)
	doubled      = regexp.MustCompile(`//+`)
	keyLike      = regexp.MustCompile(`[A-Za-z0-9_+=-]{30,}`)
	PathParam    = regexp.MustCompile(`\{([^{}]+)\}`)
)

// ColonSyntax is the path syntax of Express and many others: /users/:id(\d+)?, and of Hono: /:id{[0-9]+}
func ColonSyntax(p string) string {
	return colonParam.ReplaceAllString(optionalPart.ReplaceAllString(p, "$1"), "{$1}")
}

// AngleSyntax is the path syntax of Flask: /users/<int:id>
func AngleSyntax(p string) string { return angleParam.ReplaceAllString(p, "{$1}") }

// BraceSyntax is the path syntax of FastAPI and many others: /users/{id:int}
func BraceSyntax(p string) string {
	return PathParam.ReplaceAllStringFunc(FlattenBraces(p), func(m string) string {
		name, kind, _ := strings.Cut(strings.Trim(m, "{}"), ":")
		switch name {
		case "int", "str", "path", "uuid", "slug", "float":
			if kind != "" { // the type first, as Django Ninja has it
				name = kind
			}
		}
		return "{" + strings.TrimRight(strings.TrimSpace(strings.TrimLeft(name, "*")), "?*") + "}"
	})
}

// FlattenBraces removes nested braces, which occur in regular expressions of constraints.
func FlattenBraces(p string) string {
	depth := 0
	var out strings.Builder
	for _, c := range p {
		switch {
		case c == '{':
			if depth++; depth > 1 {
				continue
			}
		case c == '}':
			if depth--; depth > 0 {
				continue
			}
			depth = max(depth, 0)
		}
		out.WriteRune(c)
	}
	return out.String()
}

// Clean normalizes a path: single slashes, no control characters. A
// segment that looks like a secret is masked, since paths are stored and shown.
func Clean(p string) string {
	p = doubled.ReplaceAllString(strings.TrimSpace(p), "/")
	p = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, p)
	p = keyLike.ReplaceAllStringFunc(p, func(segment string) string {
		if strings.ContainsAny(segment, "0123456789") && strings.ToLower(segment) != segment && strings.ToUpper(segment) != segment {
			return "{masked}"
		}
		return segment
	})
	if len(p) > MaxPath {
		p = strings.ToValidUTF8(p[:MaxPath], "")
	}
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return p
}

// AnyMethods are the methods of a route that accepts any.
var AnyMethods = []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"}

// Verbs maps the names of functions that declare a route for one HTTP method to that method.
var Verbs = map[string]string{
	"get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE", "patch": "PATCH", "head": "HEAD", "options": "OPTIONS",
}

// Methods normalizes method names: uppercase, with "*" and the like for any.
func Methods(names []string) []string {
	var out []string
	for _, n := range names {
		switch n = strings.ToUpper(strings.TrimSpace(n)); n {
		case "*", "ALL", "ANY":
			out = append(out, AnyMethods...)
		case "DEL":
			out = append(out, "DELETE")
		default:
			if IsMethod(n) {
				out = append(out, n)
			}
		}
	}
	return out
}

func IsMethod(n string) bool {
	switch n {
	case "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "QUERY":
		return true
	}
	return false
}

// PathNames returns the names of a path's parameters.
func PathNames(path string) (names []string) {
	for {
		_, rest, ok := strings.Cut(path, "{")
		name, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			return names
		}
		names, path = append(names, name), after
	}
}

// Nearness counts the folders that two paths share; the same file is closest.
func Nearness(a, b string) int {
	if a == b {
		return 1 << 20
	}
	n := 0
	as, bs := strings.Split(path.Dir(a), "/"), strings.Split(path.Dir(b), "/")
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	if n == len(as) && n == len(bs) {
		n++ // the same folder
	}
	return n
}

// Closest returns the value of the nearest file.
func Closest(of map[string]string, file string) (text string) {
	most := -1
	for f, t := range of {
		if near := Nearness(file, f); near > most || near == most && t < text {
			text, most = t, near
		}
	}
	return text
}

// JoinBelow is Join, but leaves a path without a prefix unchanged.
func JoinBelow(prefix, p string) string {
	if prefix == "" {
		return p
	}
	return Join(prefix, p)
}

// JoinPrefix is Join, but returns "" for an empty prefix.
func JoinPrefix(parts ...string) string {
	p := Join(parts...)
	if p == "/" {
		return ""
	}
	return p
}
