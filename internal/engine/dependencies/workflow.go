package dependencies

import (
	"regexp"
	"strings"

	"vigil/internal/ecosystem"
)

var (
	usesRE = regexp.MustCompile(`^([A-Za-z0-9][\w.-]*/[\w.-]+)(?:/[\w./-]+)?@([\w./+-]+)$`)
	tagRE  = regexp.MustCompile(`^v?\d+(?:\.\d+){0,2}(?:[-+][\w.-]+)?$`)
	hashRE = regexp.MustCompile(`^[0-9a-f]{40}$`)
	noteRE = regexp.MustCompile(`#\s*(?:tag=)?(v?\d+(?:\.\d+){0,2}(?:-[\w.-]+)?)\b`)
)

// latest stands for the numbers that a tag such as v4 leaves out: it moves to the newest
// version that begins so.
const latest = "4294967295"

// parseWorkflow reads the actions that a workflow, or another action, uses. The version is a
// tag or, of a commit, what the comment behind it says.
func parseWorkflow(r *reader) error {
	return eachYAML(r.text, func(l yamlLine) error {
		if l.path[len(l.path)-1] != "uses" {
			return nil
		}
		m := usesRE.FindStringSubmatch(l.value)
		if m == nil { // a file of this tree, or an image
			return nil
		}
		d := dependency{kind: ecosystem.Actions, name: m[1], at: l.at, wanted: direct}
		tag := m[2]
		if hashRE.MatchString(tag) {
			note := noteRE.FindStringSubmatch(l.raw)
			if tag = ""; note != nil {
				tag, d.vague = note[1], true
			}
		}
		switch numbers, _, _ := strings.Cut(strings.TrimPrefix(tag, "v"), "-"); {
		case tag == "":
			d.open = "pinned to a commit without a version comment"
		case !tagRE.MatchString(tag):
			d.open = "branch or tag that is not a version"
		default:
			d.shown = tag
			d.version = strings.TrimPrefix(tag, "v")
			for n := strings.Count(numbers, "."); n < 2; n++ {
				d.version += "." + latest
				d.vague = true
			}
		}
		return r.add(d)
	})
}
