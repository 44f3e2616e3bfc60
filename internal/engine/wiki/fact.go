package wiki

import (
	"regexp"
	"strings"
)

// kind is what a fact is about.
type kind uint8

const (
	imported   kind = iota // name: the module
	variable               // name: of an environment variable or setting; text: what reads it
	program                // text: what begins here
	dependency             // name: of the package; text: its version
	about                  // name: which field; text: what the manifest says
	summary                // text: what a README, comment or docstring says first
	headline               // text: the title of a README
	namespace              // name: of what the file's folder is to those who import it
	connection             // name: the kind of store that an address is for
	service                // name: of a service; text: its image
	resource               // name: type of a Terraform resource; text: its name
	task                   // name: what it is called; text: the command
)

// fact is one statement extracted from a file.
type fact struct {
	kind  kind
	group string // which kind of manifest, task or entry; one of our own words
	name  string
	text  string
	line  int
}

// limits is how much is kept of a file. It depends only on the number of files, and so not on the
// order in which they are read.
type limits struct {
	imports, others int
}

// What all files may leave together: about 50 MB, if every name is as long as it can be.
const (
	maxSources   = 20_000 // files of code that are looked at
	maxSpecial   = 3_000  // manifests and the like
	allImports   = 200_000
	allOthers    = 100_000
	maxLookBytes = 256 << 10 // of a file
)

// limitsFor returns the limits for a number of files.
func limitsFor(files int) limits {
	share := func(all, least, most int) int { return min(most, max(least, all/max(1, files))) }
	return limits{imports: share(allImports, 8, 200), others: share(allOthers, 5, 300)}
}

// gatherer takes the facts of one file.
type gatherer struct {
	path   string
	src    []byte
	lines  lineIndex
	limits limits
	masked []span // comments, once somebody asked for them
	asked  bool
	out    facts
}

// comments returns where comments are. They are looked for once.
func (g *gatherer) comments(s style) []span {
	if !g.asked {
		g.masked, g.asked = comments(g.src, s), true
	}
	return g.masked
}

// keep adds a fact, unless there are enough.
func (g *gatherer) keep(f fact) {
	left := &g.limits.others
	if f.kind == imported {
		left = &g.limits.imports
	}
	g.out.full = g.out.full || *left == 0
	if *left == 0 || f.name == "" && f.text == "" || f.kind == variable && !settingName.MatchString(f.name) {
		return
	}
	*left--
	f.name = cut(f.name, 120)
	if f.kind != variable && f.kind != program && f.kind != connection { // in those it is ours
		f.text = cut(f.text, 600)
	}
	g.out.list = append(g.out.list, f)
}

// settingName is what a setting may be called: anything else may be a value.
var settingName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.:-]{0,79}$`)

// at adds a fact that stands at an offset.
func (g *gatherer) at(offset int, f fact) {
	f.line = g.lines.of(g.src, offset)
	g.keep(f)
}

// cut returns a copy of at most n bytes, so that the file is not kept for it.
func cut(s string, n int) string {
	if len(s) > n {
		return strings.ToValidUTF8(s[:n], "") + "…"
	}
	return strings.Clone(s)
}

// lineIndex tells the line of an offset. It counts on from where it was asked last.
type lineIndex struct{ offset, line int }

func (x *lineIndex) of(src []byte, offset int) int {
	if offset < x.offset {
		*x = lineIndex{}
	}
	for _, c := range src[x.offset:offset] {
		if c == '\n' {
			x.line++
		}
	}
	x.offset = offset
	return x.line + 1
}
