package manifest

import (
	"cmp"
	"strings"
)

// Reference is a package that a .NET project refers to, or whose version it decides on.
type Reference struct {
	Name      string
	Version   string // "" if it is decided elsewhere
	At        int
	VersionAt int
	Dev       bool
}

// References returns the elements of a name, PackageReference or PackageVersion, of a
// project or of what it imports.
func References(root *Element, name string) (out []Reference) {
	root.Each(name, func(e *Element) {
		r := Reference{Name: e.Attr("Include"), At: e.At, Dev: strings.EqualFold(cmp.Or(e.Attr("PrivateAssets"), e.Child("PrivateAssets").Text), "all")}
		if r.Name == "" {
			return
		}
		for _, field := range []string{"VersionOverride", "Version"} {
			if v := e.Attr(field); v != "" && r.Version == "" {
				r.Version, r.VersionAt = v, e.At
			}
			if c := e.Child(field); c.Text != "" && r.Version == "" {
				r.Version, r.VersionAt = c.Text, c.At
			}
		}
		out = append(out, r)
	})
	return out
}

// NETProject reads a project of .NET: .csproj, .fsproj, .vbproj.
func NETProject(text []byte) (*Manifest, error) {
	root, err := ParseXML(text)
	m := &Manifest{Ecosystem: NuGet}
	for _, f := range []struct{ element, field string }{
		{"AssemblyName", "name"}, {"Title", "name"}, {"Description", "description"}, {"PackageLicenseExpression", "license"},
	} {
		root.Each(f.element, func(e *Element) { m.about(f.field, e.Text, e.At) })
	}
	root.Each("OutputType", func(e *Element) {
		if strings.HasSuffix(strings.ToLower(e.Text), "exe") {
			m.Programs = append(m.Programs, Entry{Name: "exe", Text: "standalone program", At: e.At})
		}
	})
	for _, r := range References(root, "PackageReference") {
		m.need(r.Name, r.Version, r.At, r.Dev)
	}
	return m, err
}
