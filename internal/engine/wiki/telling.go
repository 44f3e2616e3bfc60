package wiki

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/files"
)

// telling is a wiki when all is known.
type telling struct {
	*Wiki
	said    engine.Said
	secrets map[site]bool          // lines in which a secret was found
	scores  map[string]vigil.Score // by CVSS vector
}

// site is a line of a file.
type site struct {
	path string
	line int
}

func (s site) String() string { return place(s.path, s.line) }

func (w *Wiki) newTelling(said engine.Said) *telling {
	t := &telling{Wiki: w, said: said, secrets: map[site]bool{}, scores: map[string]vigil.Score{}}
	hide := func(f engine.Finding) {
		for line := f.StartLine; line <= min(f.EndLine, f.StartLine+50); line++ {
			t.secrets[site{f.Path, line}] = true
		}
	}
	for _, f := range said.Secrets {
		hide(f)
	}
	for _, f := range said.Findings {
		if f.Type == "HARDCODED_SECRET" { // also what other rules say of them
			hide(f)
		}
	}
	return t
}

// each visits the facts of some kinds, by path and in the order of the file.
func (t *telling) each(visit func(f *facts, x *fact), kinds ...kind) {
	for _, f := range t.facts {
		if f == nil {
			continue
		}
		for i := range f.list {
			if slices.Contains(kinds, f.list[i].kind) {
				visit(f, &f.list[i])
			}
		}
	}
}

// quote shows a sentence of the tree, unless a secret was found near it.
func (t *telling) quote(f *facts, x *fact) string {
	if t.hides(f, x) {
		return secretText
	}
	return prose(unmarked(x.text))
}

// run shows a command of the tree, unless a secret was found near it.
func (t *telling) run(f *facts, x *fact) string {
	if t.hides(f, x) {
		return secretText
	}
	return command(x.text)
}

const secretText = "_(redacted: contains a secret)_"

// hides reports whether a secret was found in the line of a fact, or in the paragraph that
// begins with it.
func (t *telling) hides(f *facts, x *fact) bool {
	lines := 1
	if x.kind == summary {
		lines = 20
	}
	for i := range lines {
		if t.secrets[site{f.path, x.line + i}] {
			return true
		}
	}
	return false
}

// title is what the tree calls itself: in its README, or else in a manifest.
func (t *telling) title() string {
	for _, k := range []kind{headline, about} {
		title := ""
		t.each(func(f *facts, x *fact) {
			if title == "" && dir(f.path) == "" && (k == headline || x.name == "name") && !t.hides(f, x) {
				title = prose(cut(x.text, maxName))
			}
		}, k)
		if title != "" {
			return title
		}
	}
	return "Wiki"
}

// about says what the project says of itself.
func (t *telling) about(s *section) {
	t.each(func(f *facts, x *fact) {
		if x.group == "README" && dir(f.path) == "" {
			s.text("%s (%s)", t.quote(f, x), place(f.path, x.line))
		}
	}, summary)
	type claim struct {
		depth int
		f     *facts
		all   map[string]*fact
	}
	var claims []claim
	t.each(func(f *facts, x *fact) {
		if len(claims) == 0 || claims[len(claims)-1].f != f {
			claims = append(claims, claim{strings.Count(f.path, "/"), f, map[string]*fact{}})
		}
		if all := claims[len(claims)-1].all; all[x.name] == nil {
			all[x.name] = x
		}
	}, about)
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(a.depth, b.depth) })
	s.table("Component | Description | License | Location", len(claims), 25, "manifests", func(i int) []string {
		c := claims[i]
		cell := func(name string, show func(string) string) string {
			if x := c.all[name]; x != nil && !t.hides(c.f, x) {
				return show(x.text)
			}
			return ""
		}
		first := 0
		for _, x := range c.all {
			if first == 0 || x.line < first {
				first = x.line
			}
		}
		return []string{cell("name", code), cell("description", func(s string) string { return prose(unmarked(s)) }), cell("license", prose), place(c.f.path, first)}
	})
}

// languages says how much there is of each language.
func (t *telling) languages(s *section) {
	var names []string
	for n := range t.totals.languages {
		names = append(names, n)
	}
	all := t.totals.languages
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(all[b].lines, all[a].lines), cmp.Compare(all[b].files, all[a].files), strings.Compare(a, b))
	})
	s.table("Language | Files | Lines | Share", len(names), 25, "languages", func(i int) []string {
		l := all[names[i]]
		return []string{prose(names[i]), number(l.files), number(l.lines), fmt.Sprintf("%.1f%%", 100*float64(l.lines)/float64(max(1, t.totals.lines)))}
	})
	var rest []string
	for _, r := range []struct {
		n    int
		what string
	}{
		{t.totals.others, "data and documentation"}, {t.totals.binary, "binary"}, {t.totals.generated, "generated or minified"}, {t.totals.vendored, "vendored"},
	} {
		if r.n > 0 {
			rest = append(rest, number(r.n)+" "+r.what)
		}
	}
	if len(rest) > 0 && len(names) > 0 {
		s.text("Files not counted: %s.", strings.Join(rest, ", "))
	}
}

// folderKinds are what folders are by their names, beside those of tests.
var folderKinds = map[string]string{
	"migrations": "migrations", "migrate": "migrations", "db": "database",
	"doc": "documentation", "docs": "documentation", "documentation": "documentation", "examples": "examples", "example": "examples", "samples": "examples",
	"infra": "infrastructure", "infrastructure": "infrastructure", "terraform": "infrastructure", "deploy": "infrastructure", "deployment": "infrastructure", "deployments": "infrastructure",
	"k8s": "infrastructure", "kubernetes": "infrastructure", "helm": "infrastructure", "charts": "infrastructure", "ansible": "infrastructure", "docker": "infrastructure",
	"assets": "assets", "static": "assets", "public": "assets", "images": "assets", "img": "assets", "fonts": "assets", "css": "assets", "styles": "assets",
	".github": "continuous integration", ".gitlab": "continuous integration", ".circleci": "continuous integration", "ci": "continuous integration",
	"scripts": "scripts", "bin": "scripts", "tools": "tools", "vendor": "third-party code", "third_party": "third-party code", "node_modules": "third-party code",
	"locales": "translations", "locale": "translations", "i18n": "translations", "templates": "templates", "views": "templates",
}

// folderRank rates how well a sentence describes its folder; 0 is not at all.
func folderRank(f *facts, x *fact) int {
	name := strings.ToLower(base(f.path))
	switch {
	case x.kind == about && x.name != "description", x.group != "README" && files.Test(f.path):
		return 0
	case x.group == "README":
		return 5
	case name == "__init__.py" || name == "doc.go" || name == "package-info.java" || name == "lib.rs":
		return 4
	case x.group == "package":
		return 3
	case x.kind == about:
		return 2
	case slices.ContainsFunc(f.list, func(x fact) bool { return x.kind == program }):
		return 1 // a module that is run speaks for what is beside it
	}
	return 0
}

// layout says what is in the folders.
func (t *telling) layout(s *section) {
	says := map[string]string{}
	ranks := map[string]int{}
	t.each(func(f *facts, x *fact) {
		d := dir(f.path)
		if rank := folderRank(f, x); t.folders.byPath[d] != nil && rank > ranks[d] {
			ranks[d], says[d] = rank, fmt.Sprintf("%s (%s)", t.quote(f, x), place(f.path, x.line))
		}
	}, summary, about)
	list := t.folders.list
	s.table("Folder | Files | Languages | Purpose", len(list), len(list), "folders", func(i int) []string {
		f := list[i]
		what := says[f.path]
		of := folderKinds[strings.ToLower(path.Base(f.path))]
		if files.Test(path.Base(f.path) + "/x") {
			of = "tests"
		}
		if of != "" {
			what = strings.TrimSuffix(of+"; "+what, "; ")
		}
		return []string{place(f.path, 0), number(f.files), strings.Join(topLanguages(f.languages), ", "), what}
	})
	if t.folders.leftOut > 0 {
		s.text("… and %s smaller folders.", number(t.folders.leftOut))
	}
}

// topLanguages returns the three languages with the most files.
func topLanguages(files map[string]int) []string {
	var names []string
	for n := range files {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(files[b], files[a]), strings.Compare(a, b)) })
	names = names[:min(3, len(names))]
	for i := range names {
		names[i] = prose(names[i])
	}
	return names
}
