package ecosystem

import (
	"cmp"
	"regexp"
	"strings"
)

// pythonRE matches a PEP 440 version in any permitted spelling.
var pythonRE = regexp.MustCompile(`^v?(?:(\d+)!)?(\d+(?:\.\d+)*)` +
	`(?:[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?(\d*))?` +
	`(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?` +
	`(?:[-_.]?(dev)[-_.]?(\d*))?` +
	`(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$`)

// pythonVersion is a parsed PEP 440 version. Stages are numbers in sort order.
type pythonVersion struct {
	epoch     string
	release   []string
	pre       int // 1 alpha, 2 beta, 3 release candidate, 4 none, 0 none but a development release
	preNumber string
	post      int // 1: a post-release
	postN     string
	dev       int // 0: a development release, 1: not
	devN      string
	local     []string
}

var pythonStages = map[string]int{"a": 1, "alpha": 1, "b": 2, "beta": 2, "c": 3, "rc": 3, "pre": 3, "preview": 3}

func parsePython(s string) (v pythonVersion, ok bool) {
	m := pythonRE.FindStringSubmatch(strings.ToLower(s))
	if m == nil {
		return v, false
	}
	v = pythonVersion{epoch: m[1], release: strings.Split(m[2], "."), pre: 4, preNumber: m[4], postN: m[5] + m[7], dev: 1, devN: m[9]}
	if m[5] != "" || m[6] != "" {
		v.post = 1
	}
	if m[8] != "" {
		v.dev = 0
	}
	switch {
	case m[3] != "":
		v.pre = pythonStages[m[3]]
	case v.post == 0 && v.dev == 0: // 1.0.dev1 comes before 1.0a1
		v.pre = 0
	}
	if m[10] != "" {
		v.local = strings.FieldsFunc(m[10], func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	}
	return v, true
}

func comparePython(a, b string) (int, bool) {
	va, okA := parsePython(a)
	vb, okB := parsePython(b)
	if !okA || !okB {
		return 0, false
	}
	return cmp.Or(
		compareDigits(va.epoch, vb.epoch),
		compareNumbers(va.release, vb.release),
		cmp.Compare(va.pre, vb.pre), compareDigits(va.preNumber, vb.preNumber),
		cmp.Compare(va.post, vb.post), compareDigits(va.postN, vb.postN),
		cmp.Compare(va.dev, vb.dev), compareDigits(va.devN, vb.devN),
		compareLocal(va.local, vb.local),
	), true
}

// compareLocal compares local version labels: numbers come after words.
func compareLocal(a, b []string) int {
	for i := range min(len(a), len(b)) {
		if c := comparePart(a[i], b[i], 1); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}
