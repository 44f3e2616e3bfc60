package ruledoc

import (
	"regexp"
	"slices"
	"strings"
)

// annotationRE matches a comment in an example that states the expectation for the line below.
var annotationRE = regexp.MustCompile(`^\s*(?:#|//|--|\{?/\*+|<!--|<%--|<%#|@\*|\{#)\s*(?://\s*)?(todo)?(ruleid|ok):\s*([\w, -]+)`)

const (
	exampleBefore    = 14 // lines shown before the relevant one
	exampleStatement = 12 // lines of the statement itself
	exampleBehind    = 8  // lines after it
)

// examples returns code from an annotated example file that the rule reports, and code that it
// does not. Of the surrounding function, only what leads to the line is kept; other cases are
// removed.
func examples(text, id, ending string) (reported, safe string) {
	e := exampleFile{lines: strings.Split(strings.ReplaceAll(text, "\t", "    "), "\n"), yaml: ending == "yml" || ending == "yaml"}
	for i := range e.lines {
		m := annotationRE.FindStringSubmatch(e.lines[i])
		if m == nil || m[1] != "" || !names(m[3], id) {
			continue
		}
		switch {
		case m[2] == "ruleid" && reported == "":
			reported = e.excerpt(i, false)
		case m[2] == "ok" && safe == "":
			safe = e.excerpt(i, true)
		}
	}
	return reported, safe
}

func names(list, id string) bool {
	for name := range strings.SplitSeq(list, ",") {
		if strings.Trim(name, " -") == id { // a comment may end with -->
			return true
		}
	}
	return false
}

// exampleFile is an annotated example file.
type exampleFile struct {
	lines []string
	yaml  bool
	base  int // indentation of functions around the current example
}

var classRE = regexp.MustCompile(`^\s*(?:[\w@]+ )*(?:class|module|namespace|interface)\b`)

// functions returns the indentation of the functions of the class around a line.
func (e *exampleFile) functions(at int) (base int) {
	for {
		i := at
		for i > 0 && (indent(e.lines[i]) > base || strings.TrimSpace(e.lines[i]) == "{") {
			i--
		}
		if !classRE.MatchString(e.lines[i]) {
			return base
		}
		inside := i + 1
		for inside < at && (blank(e.lines[inside]) || indent(e.lines[inside]) <= base) {
			inside++
		}
		if n := indent(e.lines[inside]); n > base && n < indent(e.lines[at]) {
			base = n
			continue
		}
		return base
	}
}

// excerpt returns the statement below the annotation at a line, what precedes it in its
// function, and the closing brackets after it. With behind, it also returns what follows, which
// may be what makes the code safe.
func (e *exampleFile) excerpt(at int, behind bool) string {
	for at < len(e.lines)-1 && annotationRE.MatchString(e.lines[at]) {
		at++
	}
	e.base = e.functions(at)
	out := e.without(e.start(at), at, "")
	if e.yaml {
		out = e.above(at)
	}
	out = out[max(0, len(out)-exampleBefore):]
	last := e.end(at)
	out = append(out, e.lines[at:last+1]...)
	if e.yaml {
		return tidy(out)
	}
	if !behind {
		return tidy(append(out, e.closing(last, indent(e.lines[at]))...))
	}
	end := e.unitEnd(at, last)
	rest := e.without(last+1, end, "ruleid")
	if len(rest) > exampleBehind {
		rest = rest[:exampleBehind]
		for len(rest) > 0 && (indent(rest[len(rest)-1]) != indent(e.lines[at]) || opensRE.MatchString(rest[len(rest)-1])) {
			rest = rest[:len(rest)-1] // do not cut a block in half
		}
		rest = append(rest, e.closing(last, indent(e.lines[at]))...)
	}
	return tidy(append(out, rest...))
}

// start returns the first line of the function or block around a line, including adjacent lines
// above.
func (e *exampleFile) start(at int) int {
	i := at
	for i > 0 && indent(e.lines[i]) > e.base {
		i--
	}
	for i > 0 && !blank(e.lines[i-1]) && indent(e.lines[i-1]) >= e.base {
		i--
	}
	return i
}

// without returns some lines without the cases that have an annotation; "" means any.
func (e *exampleFile) without(from, to int, annotated string) []string {
	var out []string
	for i := from; i < to; i++ {
		m := annotationRE.FindStringSubmatch(e.lines[i])
		switch {
		case m == nil:
			out = append(out, e.lines[i])
		case annotated == "" || m[2] == annotated:
			for i < to && annotationRE.MatchString(e.lines[i]) {
				i++
			}
			i = e.end(i)
		}
	}
	return out
}

// above returns the parents of a YAML line, and scalar siblings.
func (e *exampleFile) above(at int) []string {
	var out []string
	depth, below := indent(e.lines[at]), indent(e.lines[at])
	for i := at - 1; i >= 0 && !strings.HasPrefix(e.lines[i], "---"); i-- {
		if blank(e.lines[i]) || annotationRE.MatchString(e.lines[i]) {
			continue
		}
		n := indent(e.lines[i])
		annotated := i > 0 && annotationRE.MatchString(e.lines[i-1])
		if n < depth || n == depth && below <= n && !annotated {
			out = append(out, e.lines[i])
			depth = n
		}
		below = n
	}
	slices.Reverse(out)
	return out
}

// end returns the last line of the statement that starts at a line: where its brackets are
// closed and nothing below is indented more.
func (e *exampleFile) end(at int) int {
	open, last := 0, at
	for i := at; i < len(e.lines) && i < at+exampleStatement; i++ {
		if open <= 0 && i > at && (blank(e.lines[i]) || indent(e.lines[i]) <= indent(e.lines[at])) {
			return last
		}
		last = i
		for _, c := range e.lines[i] {
			switch c {
			case '(', '[', '{':
				open++
			case ')', ']', '}':
				open--
			}
		}
	}
	return min(last, len(e.lines)-1)
}

// closing returns the closing brackets after a line that are indented less than depth.
func (e *exampleFile) closing(last, depth int) (out []string) {
	for i := last + 1; i < len(e.lines) && depth > e.base; i++ {
		if blank(e.lines[i]) || indent(e.lines[i]) >= depth {
			continue
		}
		if depth = indent(e.lines[i]); isClosing(e.lines[i]) {
			out = append(out, e.lines[i])
		}
	}
	return out
}

// unitEnd returns the line after the function, or the block of adjacent lines, around a
// statement.
func (e *exampleFile) unitEnd(at, last int) int {
	inFunction := indent(e.lines[at]) > e.base
	for i := last + 1; i < len(e.lines); i++ {
		switch {
		case !inFunction && (blank(e.lines[i]) || indent(e.lines[i]) < e.base):
			return i
		case inFunction && indent(e.lines[i]) <= e.base && isClosing(e.lines[i]):
			return i + 1
		case inFunction && indent(e.lines[i]) <= e.base:
			return i
		}
	}
	return len(e.lines)
}

// opensRE matches a line that opens a block.
var opensRE = regexp.MustCompile(`[{(\[:]\s*$|\bdo( \|.*\|)?\s*$|^\s*(?:if|unless|def|while|for|case)\b[^{;]*$`)

func isClosing(line string) bool {
	text := strings.Trim(line, " )]};,")
	return text == "" || text == "end"
}

func blank(line string) bool { return strings.TrimSpace(line) == "" }

// indent returns the indentation of a line; an empty one belongs to its surroundings.
func indent(line string) int {
	if blank(line) {
		return 1 << 10
	}
	return len(line) - len(strings.TrimLeft(line, " "))
}

// tidy removes common indentation, leading and trailing empty lines, and repeated ones.
func tidy(lines []string) string {
	common := 1 << 10
	for _, l := range lines {
		common = min(common, indent(l))
	}
	var out []string
	for _, l := range lines {
		if blank(l) {
			if len(out) > 0 && out[len(out)-1] != "" {
				out = append(out, "")
			}
			continue
		}
		out = append(out, strings.TrimRight(l[common:], " "))
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
