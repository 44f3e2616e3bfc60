package dependencies

import (
	"regexp"
	"strings"

	"vigil/internal/ecosystem"
	"vigil/internal/engine/manifest"
)

var gemLineRE = regexp.MustCompile(`^( {2,6})([A-Za-z0-9][\w.-]*)(?: \(([^)]*)\))?!?\r?$`)

// parseGemfileLock reads Gemfile.lock: packages are below specs, indented by four, and what
// each needs by six. Only those of a GEM section come from a registry.
func parseGemfileLock(r *reader) error {
	section := ""
	wants := map[string]bool{}
	for at := 0; at < len(r.text); {
		start := at
		line := manifest.NextLine(r.text, &at)
		if line == "" || line[0] != ' ' {
			section = strings.TrimSpace(line)
			continue
		}
		m := gemLineRE.FindStringSubmatch(line[:min(len(line), 1000)])
		switch {
		case m == nil:
		case section == "GEM" && len(m[1]) == 4 && m[3] != "":
			version, _, _ := strings.Cut(m[3], "-") // behind it is the platform
			d := dependency{kind: ecosystem.RubyGems, name: m[2], version: version, at: start + 4}
			if version != m[3] {
				d.shown = m[3]
			}
			if err := r.add(d); err != nil {
				return err
			}
		case section == "DEPENDENCIES" && len(m[1]) == 2:
			wants[m[2]] = false
		}
	}
	for i := range r.found {
		r.found[i] = told(r.found[i], wants, r.found[i].name)
	}
	return nil
}
