package ecosystem

import (
	"cmp"
	"regexp"
	"strings"
)

// packagistRE matches versions as Composer parses them.
var packagistRE = regexp.MustCompile(`^v?(\d+(?:\.\d+){0,3})(?:[._-]?(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d+)*))?([.-]?dev)?$`)

var packagistStages = map[string]int{"alpha": 1, "a": 1, "beta": 2, "b": 2, "rc": 3, "": 4, "stable": 4, "patch": 5, "pl": 5, "p": 5}

type packagistVersion struct {
	numbers []string
	stage   int
	of      []string // numbers of the stage
	dev     int      // 0: a development version
}

func parsePackagist(s string) (v packagistVersion, ok bool) {
	s, _, _ = strings.Cut(strings.ToLower(s), "+")
	m := packagistRE.FindStringSubmatch(s)
	if m == nil {
		return v, false
	}
	v = packagistVersion{numbers: strings.Split(m[1], "."), stage: packagistStages[m[2]], dev: 1}
	v.of = strings.FieldsFunc(m[3], func(r rune) bool { return r == '.' || r == '-' })
	if m[4] != "" {
		if v.dev = 0; m[2] == "" { // 1.0-dev comes before 1.0-alpha
			v.stage = 0
		}
	}
	return v, true
}

func comparePackagist(a, b string) (int, bool) {
	va, okA := parsePackagist(a)
	vb, okB := parsePackagist(b)
	if !okA || !okB {
		return 0, false
	}
	return cmp.Or(compareNumbers(va.numbers, vb.numbers), cmp.Compare(va.stage, vb.stage), compareNumbers(va.of, vb.of), cmp.Compare(va.dev, vb.dev)), true
}
