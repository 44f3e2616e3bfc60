package manifest

import (
	"regexp"
	"strings"
)

// POM is a pom.xml, as far as it decides on versions.
type POM struct {
	Root         *Element
	Parent       string // group:artifact
	ParentPath   string // where the parent should lie
	Properties   map[string]*Element
	Managed      []*Element // the list of versions for others
	Dependencies []*Element // its own, and those of its profiles
}

// ParsePOM reads a pom.xml.
func ParsePOM(text []byte) (*POM, error) {
	root, err := ParseXML(text)
	p := &POM{Root: root, Properties: map[string]*Element{}}
	if parent := root.Child("parent"); parent.Name != "" {
		p.Parent = MavenName(parent)
		p.ParentPath = "../pom.xml"
		if given := parent.Child("relativePath"); given.Name != "" {
			p.ParentPath = given.Text
		}
	}
	for _, e := range root.Child("properties").Children {
		p.Properties[e.Name] = e
	}
	p.Managed = root.Child("dependencyManagement").Child("dependencies").Children
	lists := []*Element{root.Child("dependencies")}
	for _, profile := range root.Child("profiles").Children {
		lists = append(lists, profile.Child("dependencies"))
	}
	for _, l := range lists {
		for _, e := range l.Children {
			if e.Name == "dependency" {
				p.Dependencies = append(p.Dependencies, e)
			}
		}
	}
	return p, err
}

// MavenName returns the name of a package: group:artifact.
func MavenName(e *Element) string { return e.Child("groupId").Text + ":" + e.Child("artifactId").Text }

// MavenAt returns where a dependency stands: its version, if it has one.
func MavenAt(e *Element) int {
	if v := e.Child("version"); v.Name != "" {
		return v.At
	}
	return e.At
}

// Maven reads a pom.xml. Properties stay as they are written.
func Maven(text []byte) (*Manifest, error) {
	p, err := ParsePOM(text)
	m := &Manifest{Ecosystem: MavenRepo}
	if p.Root.Name != "project" {
		return m, err
	}
	for _, e := range p.Root.Children {
		switch e.Name {
		case "name", "artifactId":
			m.about("name", e.Text, e.At)
		case "description":
			m.about("description", e.Text, e.At)
		case "licenses":
			for _, l := range e.Children {
				m.about("license", l.Child("name").Text, l.Child("name").At)
			}
		}
	}
	for _, e := range p.Dependencies {
		m.need(MavenName(e), e.Child("version").Text, MavenAt(e), e.Child("scope").Text == "test")
	}
	return m, err
}

var (
	gradleDependency = regexp.MustCompile(`^\s*(\w*[iI]mplementation|api|compileOnly|runtimeOnly|compile|testCompile|annotationProcessor|kapt)\s*\(?\s*["']([\w.-]+:[\w.-]+)(?::([^"'@:]+))?`)
	gradlePlugin     = regexp.MustCompile(`^\s*id\s*\(?\s*["']([\w.-]+)["']`)
)

// Gradle reads a build.gradle, in either language, as far as it is not computed.
func Gradle(text []byte) (*Manifest, error) {
	m := &Manifest{Ecosystem: MavenRepo}
	eachLine(text, func(line string, at int) {
		if d := gradleDependency.FindStringSubmatch(line); d != nil {
			m.need(d[2], d[3], at, strings.HasPrefix(d[1], "test"))
		}
		if p := gradlePlugin.FindStringSubmatch(line); p != nil {
			m.need(p[1], "", at, true)
		}
	})
	return m, nil
}
