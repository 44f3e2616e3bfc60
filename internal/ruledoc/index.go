package ruledoc

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Index is the page that leads to those of all rules: by language, and by weakness.
func Index(docs []Doc) string {
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
	fmt.Fprintf(&b, "What they find is in [findings](../howto/scans.md), how to write your own in [rules](../howto/rules.md), how sure a finding is in [confidence](confidence.md).\n\n")
	var names []string
	for name, of := range groups {
		names = append(names, name)
		slices.SortFunc(of, func(a, b *Doc) int { return strings.Compare(a.ID, b.ID) })
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&b, "- [%s](#%s): %d\n", name, name, len(groups[name]))
	}
	b.WriteString("- [by weakness](#by-weakness)\n")
	for _, name := range names {
		fmt.Fprintf(&b, "\n## %s\n\n| rule | what it finds | severity | CWE | how |\n|---|---|---|---|---|\n", name)
		for _, d := range groups[name] {
			how := "shape"
			if d.Taint() {
				how = "data flow"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", d.link(), d.Title, d.SeverityLevel, strings.TrimPrefix(d.CWE, "CWE-"), how)
		}
	}
	b.WriteString("\n## By weakness\n\n| CWE | rules |\n|---|---|\n")
	cwes := make([]string, 0, len(weaknesses))
	for cwe := range weaknesses {
		cwes = append(cwes, cwe)
	}
	number := func(cwe string) int { n, _ := strconv.Atoi(strings.TrimPrefix(cwe, "CWE-")); return n }
	slices.SortFunc(cwes, func(a, b string) int { return cmp.Compare(number(a), number(b)) })
	for _, cwe := range cwes {
		var links []string
		for _, d := range weaknesses[cwe] {
			links = append(links, d.link())
		}
		slices.Sort(links)
		fmt.Fprintf(&b, "| [%s](https://cwe.mitre.org/data/definitions/%d.html) | %s |\n", cwe, number(cwe), strings.Join(links, ", "))
	}
	return b.String()
}

func (d *Doc) link() string { return fmt.Sprintf("[%s](rules/%s.md)", d.ID, d.ID) }
