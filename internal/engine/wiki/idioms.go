package wiki

import (
	"bytes"
	"regexp"
	"strings"
)

// What languages do in their own way.

func pythonImports(_ *gatherer, m []string) (out []string) {
	for part := range strings.SplitSeq(m[1], ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(part), " ")
		out = append(out, name)
	}
	return out
}

// pythonFrom returns each name with its module: it may be a module itself.
func pythonFrom(_ *gatherer, m []string) (out []string) {
	module := m[1]
	for part := range strings.SplitSeq(m[2], ",") {
		name, _, _ := strings.Cut(strings.TrimSpace(part), " ")
		switch {
		case name == "" || name == "*":
			out = append(out, module)
		case strings.HasSuffix(module, "."):
			out = append(out, module+name)
		default:
			out = append(out, module+"."+name)
		}
	}
	return out
}

// pythonDoc keeps the docstring of a module.
func pythonDoc(g *gatherer) {
	for _, s := range g.comments(pythonStyle) {
		text := string(g.src[s.start:s.end])
		if text[0] == '#' {
			continue
		}
		before := bytes.TrimSpace(g.src[bytes.LastIndexByte(g.src[:s.start], '\n')+1 : s.start])
		if len(before) == 0 && onlyComments(g.src[:s.start]) {
			g.at(s.start, fact{kind: summary, group: "docstring", text: uncomment(text)})
		}
		return
	}
}

func onlyComments(src []byte) bool {
	for line := range bytes.Lines(src) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// destructured returns the names on the left of { A, B: c, D = 1 } = process.env.
func destructured(_ *gatherer, m []string) (out []string) {
	for part := range strings.SplitSeq(m[1], ",") {
		name := strings.TrimSpace(part)
		if n := strings.IndexAny(name, ":= \t"); n >= 0 {
			name = name[:n]
		}
		if identifier.MatchString(name) {
			out = append(out, name)
		}
	}
	return out
}

var (
	identifier = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	goImport   = regexp.MustCompile(`^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\s]+)"`)
)

// goFile keeps the imports of a Go file, which stand between its package clause and its
// declarations, what is said of the package, and where it begins.
func goFile(g *gatherer) {
	masked := g.comments(goStyle)
	main, block, begun := false, false, false
	eachLine(g.src, func(line string, at int) bool {
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case within(masked, at):
		case word == "package" && !begun:
			main, begun = strings.HasPrefix(rest, "main"), true
			if doc, from := commentAbove(g.src, masked, at); doc != "" {
				g.at(from, fact{kind: summary, group: "package", text: doc})
			}
		case !begun:
		case strings.HasPrefix(line, "import ("):
			block = true
		case block && strings.HasPrefix(line, ")"):
			block = false
		case block || word == "import":
			if m := goImport.FindStringSubmatch(line); m != nil {
				g.at(at, fact{kind: imported, name: m[1]})
			}
		case main && strings.HasPrefix(line, "func main()"):
			g.at(at, fact{kind: program, name: "`main`", text: "`main`"})
			return false
		case !main && (word == "func" || word == "type" || word == "var" || word == "const"):
			return false
		}
		return true
	})
}

// commentAbove returns the comment that ends where something begins, and where it begins
// itself.
func commentAbove(src []byte, masked []span, at int) (text string, start int) {
	start = at
	for i := len(masked) - 1; i >= 0; i-- {
		s := masked[i]
		if s.start >= start {
			continue
		}
		// The span of a line comment has the end of its line in it, that of a block has not.
		if gap := strings.TrimLeft(string(src[s.end:start]), " \t\r"); gap != "" && (gap != "\n" || src[s.end-1] == '\n') {
			break
		}
		start = s.start
	}
	if text = uncomment(string(src[start:at])); noDoc.MatchString(text) {
		return "", start
	}
	return text, start
}

// noDoc is a comment about something else than the code below it.
var noDoc = regexp.MustCompile(`(?i)^(copyright|\(c\)|spdx-|licen[sc]ed? |nolint|go:|\+build|code generated|this file is part of)`)

// javaDoc keeps what package-info.java says.
func javaDoc(g *gatherer) {
	if base(g.path) != "package-info.java" {
		return
	}
	if at := bytes.Index(g.src, []byte("/**")); at >= 0 {
		g.at(at, fact{kind: summary, group: "package", text: uncomment(string(g.src[at:after(g.src, at, "*/")]))})
	}
}

// rustDoc keeps what a crate or module says of itself.
func rustDoc(g *gatherer) {
	if !bytes.HasPrefix(g.src, []byte("//!")) {
		return
	}
	end := 0
	for line := range bytes.Lines(g.src) {
		if !bytes.HasPrefix(line, []byte("//!")) {
			break
		}
		end += len(line)
	}
	g.at(0, fact{kind: summary, group: "package", text: uncomment(string(g.src[:end]))})
}

// rubyRequires marks what is relative to the file.
func rubyRequires(_ *gatherer, m []string) []string {
	if strings.Contains(m[0], "require_relative") {
		return []string{"./" + strings.TrimPrefix(m[1], "./")}
	}
	return m[1:]
}

func rustUses(_ *gatherer, m []string) []string { return []string{strings.Trim(m[1], ":")} }

// shebang keeps that a file is a program.
func shebang(g *gatherer) {
	if bytes.HasPrefix(g.src, []byte("#!")) {
		line, _, _ := strings.Cut(string(g.src[2:min(len(g.src), 100)]), "\n")
		g.at(0, fact{kind: program, name: "script", text: "a script, run by " + code(strings.TrimSpace(line))})
	}
}
