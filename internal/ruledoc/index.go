package ruledoc

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"vigil/internal/engine/pack"
)

//go:generate env VIGIL_GENERATE=1 go test -count=1 -run TestPages .

// Index is the page that leads to those of all rules, which are given in order: by language,
// and by weakness.
func Index(docs []Doc, measured pack.Measurements) string {
	var b strings.Builder
	taint := 0
	groups, weaknesses := map[string][]*Doc{}, map[string][]*Doc{}
	for i := range docs {
		d := &docs[i]
		if d.Taint() {
			taint++
		}
		groups[d.Group()] = append(groups[d.Group()], d)
		weaknesses[d.CWE] = append(weaknesses[d.CWE], d)
	}
	fmt.Fprintf(&b, "# Rules\n\nThe %d rules that come with Vigil; %d of them follow data. `vigil rules explain ID` shows the same pages. Written by `make generate`.\n\n", len(docs), taint)
	fmt.Fprintf(&b, "What they find is in [findings](../howto/scans.md), how to write your own in [rules](../howto/rules.md), how sure a finding is in [confidence](confidence.md), how well they do on code of others in [accuracy](accuracy.md).\n\n")
	names := slices.Sorted(maps.Keys(groups))
	for _, name := range names {
		fmt.Fprintf(&b, "- [%s](#%s): %d\n", name, name, len(groups[name]))
	}
	b.WriteString("- [by weakness](#by-weakness)\n")
	writeMeasured(&b, measured)
	for _, name := range names {
		fmt.Fprintf(&b, "\n## %s\n\n| rule | what it finds | severity | CWE | how | found | false |\n|---|---|---|---|---|---|---|\n", name)
		for _, d := range groups[name] {
			how := "shape"
			if d.Taint() {
				how = "data flow"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %d of %d | %d of %d |\n", d.link(), d.Title, d.SeverityLevel, strings.TrimPrefix(d.CWE, "CWE-"), how,
				d.Measured.Found, d.Measured.Weak, d.Measured.Reported, d.Measured.Safe)
		}
	}
	b.WriteString("\n## By weakness\n\n| CWE | rules |\n|---|---|\n")
	number := func(cwe string) int { n, _ := strconv.Atoi(strings.TrimPrefix(cwe, "CWE-")); return n }
	for _, cwe := range slices.SortedFunc(maps.Keys(weaknesses), func(a, b string) int { return cmp.Compare(number(a), number(b)) }) {
		var links []string
		for _, d := range weaknesses[cwe] {
			links = append(links, d.link())
		}
		fmt.Fprintf(&b, "| [%s](https://cwe.mitre.org/data/definitions/%d.html) | %s |\n", cwe, number(cwe), strings.Join(links, ", "))
	}
	return b.String()
}

func (d *Doc) link() string { return fmt.Sprintf("[%s](rules/%s.md)", d.ID, d.ID) }

// writeMeasured tells how rules are measured, and how often they were right in the fixture
// applications.
func writeMeasured(b *strings.Builder, m pack.Measurements) {
	b.WriteString("\n## How rules are measured\n\nEach rule lies beside an example with code that must be reported and safe twins that must not. Beyond that, whole applications " +
		"were written for this, one for each language, of several files and folders, with planted weaknesses and safe twins: `internal/engine/pack/testdata/apps`. All rules are run on each of them, and " +
		"whatever is reported without being expected counts as false. The columns *found* and *false* are of examples and applications together. It is code of our own: what you will see on yours " +
		"differs, but a rule that gets worse fails our tests.\n\n| application | weaknesses found | recall | reported falsely | precision |\n|---|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(m.Apps)) {
		a := m.Apps[name]
		fmt.Fprintf(b, "| %s | %d of %d | %s | %d | %s |\n", name, a.Found, a.Weak, percent(a.Found, a.Weak), a.Reported, percent(a.Found, a.Found+a.Reported))
	}
}
