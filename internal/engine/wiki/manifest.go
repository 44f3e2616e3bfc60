package wiki

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"io"
	"slices"
	"strings"
)

// Ecosystems, as facts about dependencies name them.
const (
	npm      = "npm"
	pypi     = "PyPI"
	goModule = "Go"
	maven    = "Maven"
	rubyGems = "RubyGems"
	packagst = "Packagist"
	nuget    = "NuGet"
	crates   = "crates.io"
)

// eachJSON visits the plain values of a JSON text, with the keys that lead to them. What
// is broken ends the walk.
func eachJSON(src []byte, visit func(keys []string, value string, at int)) {
	const deepest = 6
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))))
	d.UseNumber()
	var walk func(keys []string) error
	walk = func(keys []string) error {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case json.Delim:
			if len(keys) > deepest {
				return io.ErrUnexpectedEOF
			}
			for d.More() {
				key := ""
				if t == '{' {
					k, err := d.Token()
					if err != nil {
						return err
					}
					key, _ = k.(string)
				}
				if err := walk(append(slices.Clip(keys), key)); err != nil {
					return err
				}
			}
			_, err := d.Token()
			return err
		case string:
			if len(keys) > 0 {
				visit(keys, t, int(d.InputOffset())-1)
			}
		}
		return nil
	}
	_ = walk(nil)
}

func packageJSON(g *gatherer) {
	eachJSON(g.src, func(keys []string, value string, at int) {
		switch {
		case len(keys) == 1 && keys[0] == "name":
			g.at(at, fact{kind: about, name: "name", text: value})
			g.at(at, fact{kind: namespace, group: npm, name: value})
		case len(keys) == 1 && (keys[0] == "description" || keys[0] == "license"):
			g.at(at, fact{kind: about, name: keys[0], text: value})
		case len(keys) == 1 && keys[0] == "main":
			g.at(at, fact{kind: task, group: "package.json: main", name: value})
		case keys[0] == "bin" && len(keys) <= 2:
			g.at(at, fact{kind: task, group: "package.json: bin", name: keys[len(keys)-1], text: value})
		case len(keys) == 2 && keys[0] == "scripts":
			g.at(at, fact{kind: task, group: "package.json: scripts", name: keys[1], text: value})
		case len(keys) == 2 && (keys[0] == "dependencies" || keys[0] == "peerDependencies" || keys[0] == "optionalDependencies"):
			g.at(at, fact{kind: dependency, group: npm, name: keys[1], text: value})
		case len(keys) == 2 && keys[0] == "devDependencies":
			g.at(at, fact{kind: dependency, group: npm + " (development)", name: keys[1], text: value})
		}
	})
}

func composerJSON(g *gatherer) {
	eachJSON(g.src, func(keys []string, value string, at int) {
		switch {
		case len(keys) == 1 && (keys[0] == "name" || keys[0] == "description" || keys[0] == "license"):
			g.at(at, fact{kind: about, name: keys[0], text: value})
		case len(keys) == 2 && keys[0] == "bin":
			g.at(at, fact{kind: task, group: "composer.json: bin", name: value})
		case len(keys) == 2 && keys[0] == "scripts":
			g.at(at, fact{kind: task, group: "composer.json: scripts", name: keys[1], text: value})
		case len(keys) == 2 && keys[0] == "require" && strings.Contains(keys[1], "/"):
			g.at(at, fact{kind: dependency, group: packagst, name: keys[1], text: value})
		case len(keys) == 2 && keys[0] == "require-dev" && strings.Contains(keys[1], "/"):
			g.at(at, fact{kind: dependency, group: packagst + " (development)", name: keys[1], text: value})
		}
	})
}

// eachXML visits the elements of an XML text when they end, with the names that lead to
// them.
func eachXML(src []byte, visit func(names []string, e xml.StartElement, text string, at int)) {
	const deepest = 20
	d := xml.NewDecoder(bytes.NewReader(src))
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var names []string
	var open []xml.StartElement
	var text strings.Builder
	for {
		at := int(d.InputOffset())
		t, err := d.Token()
		if err != nil {
			return
		}
		switch t := t.(type) {
		case xml.StartElement:
			if len(names) == deepest {
				return
			}
			names, open = append(names, t.Name.Local), append(open, t.Copy())
			text.Reset()
		case xml.CharData:
			if text.Len() < 2000 {
				text.Write(t)
			}
		case xml.EndElement:
			if len(names) == 0 {
				return
			}
			visit(names, open[len(open)-1], strings.TrimSpace(text.String()), at)
			names, open = names[:len(names)-1], open[:len(open)-1]
			text.Reset()
		}
	}
}

func pom(g *gatherer) {
	var group, artifact, version, scope string
	eachXML(g.src, func(names []string, _ xml.StartElement, text string, at int) {
		switch strings.Join(names, "/") {
		case "project/name", "project/artifactId":
			g.at(at, fact{kind: about, name: "name", text: text})
		case "project/description":
			g.at(at, fact{kind: about, name: "description", text: text})
		case "project/licenses/license/name":
			g.at(at, fact{kind: about, name: "license", text: text})
		case "project/dependencies/dependency/groupId":
			group = text
		case "project/dependencies/dependency/artifactId":
			artifact = text
		case "project/dependencies/dependency/version":
			version = text
		case "project/dependencies/dependency/scope":
			scope = text
		case "project/dependencies/dependency":
			in := maven
			if scope == "test" {
				in += " (development)"
			}
			g.at(at, fact{kind: dependency, group: in, name: group + ":" + artifact, text: version})
			group, artifact, version, scope = "", "", "", ""
		}
	})
}

func csproj(g *gatherer) {
	eachXML(g.src, func(names []string, e xml.StartElement, text string, at int) {
		attribute := func(name string) string {
			for _, a := range e.Attr {
				if a.Name.Local == name {
					return a.Value
				}
			}
			return ""
		}
		switch names[len(names)-1] {
		case "PackageReference":
			g.at(at, fact{kind: dependency, group: nuget, name: attribute("Include"), text: attribute("Version")})
		case "AssemblyName", "Title":
			g.at(at, fact{kind: about, name: "name", text: text})
		case "Description":
			g.at(at, fact{kind: about, name: "description", text: text})
		case "PackageLicenseExpression":
			g.at(at, fact{kind: about, name: "license", text: text})
		}
		if names[len(names)-1] == "OutputType" && strings.HasSuffix(strings.ToLower(text), "exe") {
			g.at(at, fact{kind: program, name: "exe", text: "standalone program"})
		}
	})
}
