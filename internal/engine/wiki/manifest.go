package wiki

import (
	"slices"
	"strings"

	"vigil/internal/engine/manifest"
)

// project keeps what a manifest says. What could not be read ends it: the rest is kept.
func project(read func([]byte) (*manifest.Manifest, error)) func(*gatherer) {
	return func(g *gatherer) {
		m, _ := read(g.src)
		for _, e := range m.About {
			g.at(e.At, fact{kind: about, name: e.Name, text: e.Text})
		}
		if m.Module.Name != "" {
			g.at(m.Module.At, fact{kind: namespace, group: m.Ecosystem, name: m.Module.Name})
		}
		for _, e := range m.Tasks {
			g.at(e.At, fact{kind: task, group: e.Kind, name: e.Name, text: e.Text})
		}
		for _, e := range m.Programs {
			g.at(e.At, fact{kind: program, name: e.Name, text: e.Text})
		}
		for _, n := range directNeeds(m.Needs) {
			in := m.Ecosystem
			if n.Dev {
				in += " (development)"
			}
			if m.Ecosystem == manifest.PyPI {
				n.Name = strings.ToLower(strings.ReplaceAll(n.Name, "_", "-"))
			}
			g.at(n.At, fact{kind: dependency, group: in, name: n.Name, text: n.Version})
		}
	}
}

// directNeeds leaves out what only other packages want, if the file tells.
func directNeeds(needs []manifest.Need) []manifest.Need {
	if !slices.ContainsFunc(needs, func(n manifest.Need) bool { return n.Wanted != manifest.NotTold }) {
		return needs
	}
	return slices.DeleteFunc(slices.Clone(needs), func(n manifest.Need) bool { return n.Wanted != manifest.Direct })
}
