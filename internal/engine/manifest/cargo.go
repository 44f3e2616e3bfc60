package manifest

import "strings"

// Cargo reads a Cargo.toml.
func Cargo(text []byte) (*Manifest, error) {
	m := &Manifest{Ecosystem: Crates}
	err := EachTOML(text, func(l TOMLLine) error {
		name, _, _ := strings.Cut(l.Key, ".") // serde.workspace = true
		_, one, ofOne := strings.Cut(l.Table, "dependencies.")
		switch {
		case l.Key == "":
		case l.Table == "package" && aboutFields[l.Key]:
			m.about(l.Key, TOMLString(l.Value), l.At)
		case l.Table == "bin" && l.Key == "name":
			m.task("Cargo.toml: bin", TOMLString(l.Value), "", l.At)
		case l.Table == "dependencies" || l.Table == "workspace.dependencies" || l.Table == "dev-dependencies":
			m.need(name, tomlVersion(l.Value), l.At, l.Table == "dev-dependencies")
		case ofOne && strings.HasPrefix(l.Table, "dependencies.") && l.Key == "version":
			m.need(one, TOMLString(l.Value), l.At, false)
		}
		return nil
	})
	return m, err
}

// tomlVersion is the version of a dependency: a text, or a field of a table.
func tomlVersion(value string) string {
	if s := TOMLString(value); s != "" {
		return s
	}
	value = strings.TrimLeft(value, "[ \n") // one of several, each for another platform
	return TOMLString(TOMLFields(value)["version"])
}
