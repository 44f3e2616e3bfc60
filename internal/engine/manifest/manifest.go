// Package manifest reads the files in which a project says what it is and what it needs:
// package.json, pom.xml, go.mod, pyproject.toml, Cargo.toml, and the like. It is the one
// reader of each, for the wiki, the dependency detector, and the resolution of imports.
//
// Start with [Manifest], which every reader here returns; ParseJSON, ParseXML and EachTOML
// read the documents below them, and lock files. The package knows no advisory, no version
// order, and no tree: what a version means, or where a parent POM lies, is for its callers.
//
// Every value knows its offset, since findings and links name lines. That is why JSON and
// TOML have readers of their own: encoding/json does not say where a value stands, and
// BurntSushi/toml keeps no positions after parsing. XML is encoding/xml, which never expands
// entities. All readers take hostile input: depth and number of values are bounded, and with
// an error comes what was read before it.
package manifest

import "strings"

// Ecosystems, as OSV names them.
const (
	NPM       = "npm"
	PyPI      = "PyPI"
	Go        = "Go"
	MavenRepo = "Maven"
	RubyGems  = "RubyGems"
	Packagist = "Packagist"
	NuGet     = "NuGet"
	Crates    = "crates.io"
)

// Manifest is what a file says about a project.
type Manifest struct {
	Ecosystem string
	About     []Entry // Name is "name", "description" or "license"
	Module    Entry   // Name is what others import it by
	Tasks     []Entry // Kind says which, such as "package.json: scripts"; Text is the command
	Programs  []Entry // what is built is a program, not a library
	Needs     []Need
}

// Entry is one thing that a file says.
type Entry struct {
	Kind, Name, Text string
	At               int // where in the file, in bytes
}

// Need is a package that a project needs.
type Need struct {
	Name    string
	Version string // as it is written, with all that is wanted of it
	Field   string // the list that it is in, as the file calls it
	At      int
	Dev     bool // only those who work on the code need it
	Wanted  Wanted
}

// Wanted is who wants a package.
type Wanted int

// Who wants a package: the file does not tell, the code itself, or another package.
const (
	NotTold Wanted = iota
	Direct
	Transitive
)

func (m *Manifest) about(name, text string, at int) {
	if text != "" {
		m.About = append(m.About, Entry{Name: name, Text: text, At: at})
	}
}

func (m *Manifest) task(kind, name, text string, at int) {
	m.Tasks = append(m.Tasks, Entry{Kind: kind, Name: name, Text: text, At: at})
}

func (m *Manifest) need(name, version string, at int, dev bool) {
	m.Needs = append(m.Needs, Need{Name: name, Version: version, At: at, Dev: dev})
}

// aboutFields are the fields that say what a project is, with the same name everywhere.
var aboutFields = map[string]bool{"name": true, "description": true, "license": true}

// eachLine visits the lines of a text.
func eachLine(text []byte, visit func(line string, at int)) {
	for at := 0; at < len(text); {
		start := at
		visit(strings.TrimSuffix(NextLine(text, &at), "\r"), start)
	}
}
