package wiki

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine/files"
)

// taskOrder is the order in which entries are shown: first what runs in production.
var taskOrder = []string{"Dockerfile", "compose", "Procfile", "Kubernetes", "serverless", "package.json: main", "package.json: bin", "pyproject", "setup", "Cargo", "composer.json: bin",
	"package.json: scripts", "composer.json: scripts", "make", "GitHub", "GitLab", "CI"}

func orderOf(group string) int {
	return slices.IndexFunc(taskOrder, func(prefix string) bool { return strings.HasPrefix(group, prefix) })
}

// entries says where programs begin, and how they are started, built and tested.
func (t *telling) entries(s *section) {
	type entry struct {
		f *facts
		x *fact
	}
	docs := map[*facts]*fact{}
	var programs, tasks []entry
	t.each(func(f *facts, x *fact) {
		switch x.kind {
		case summary:
			docs[f] = x
		case program:
			if !files.Test(f.path) {
				programs = append(programs, entry{f, x})
			}
		default:
			tasks = append(tasks, entry{f, x})
		}
	}, program, task, service, summary)
	slices.SortStableFunc(programs, func(a, b entry) int {
		return cmp.Compare(strings.Count(a.f.path, "/"), strings.Count(b.f.path, "/"))
	})
	slices.SortStableFunc(tasks, func(a, b entry) int {
		return cmp.Or(cmp.Compare(orderOf(a.x.group), orderOf(b.x.group)), cmp.Compare(strings.Count(a.f.path, "/"), strings.Count(b.f.path, "/")))
	})
	if len(programs) > 0 {
		s.text("Programs:")
	}
	s.list(len(programs), 60, "programs", func(i int) string {
		e := programs[i]
		line := place(e.f.path, e.x.line) + ": " + e.x.text // words of ours
		if doc := docs[e.f]; doc != nil && doc.group != "README" {
			line += ". " + t.quote(e.f, doc)
		}
		return line
	})
	if len(tasks) > 0 {
		s.text("Build, test, deployment, and start commands:")
	}
	s.table("Kind | Name | Command, image, or file | Location", len(tasks), 150, "entries", func(i int) []string {
		e := tasks[i]
		return []string{e.x.group, code(e.x.name), t.run(e.f, e.x), place(e.f.path, e.x.line)}
	})
}

// using is a product that the tree uses, and what says so.
type using struct {
	product
	version string
	sites   []site
	seen    map[string]bool // files
}

// products returns what is used, by name. What only tests import does not count.
func (t *telling) products(wanted ...use) []*using {
	all := map[string]*using{}
	add := func(p product, f *facts, x *fact, version string) {
		if !slices.Contains(wanted, p.use) || files.Test(f.path) {
			return
		}
		u := all[p.name]
		if u == nil {
			u = &using{product: p, seen: map[string]bool{}}
			all[p.name] = u
		}
		if u.version == "" && plainVersion.MatchString(version) {
			u.version = version
		}
		if !u.seen[f.path] {
			u.seen[f.path] = true
			u.sites = append(u.sites, site{f.path, x.line})
		}
	}
	t.each(func(f *facts, x *fact) {
		switch x.kind {
		case dependency:
			eco, _, _ := strings.Cut(x.group, " (")
			if p, ok := productOf(speakers[eco], x.name); ok {
				add(p, f, x, x.text)
			}
		case imported:
			if p, ok := productOf(f.language, x.name); ok {
				add(p, f, x, "")
			}
		case connection:
			add(product{x.name, store}, f, x, "")
		case service:
			if name := imageProduct(x.text); name != "" && x.group != composeBuild {
				add(product{name, store}, f, x, "")
			}
		case resource:
			if name := resourceProduct(x.name); name != "" {
				add(product{name, external}, f, x, "")
			}
		}
	}, dependency, imported, connection, service, resource)
	out := make([]*using, 0, len(all))
	for _, u := range all {
		// Manifests first, for they say what is meant.
		slices.SortStableFunc(u.sites, func(a, b site) int { return cmp.Compare(siteRank(a), siteRank(b)) })
		out = append(out, u)
	}
	slices.SortFunc(out, func(a, b *using) int {
		return cmp.Or(cmp.Compare(a.use, b.use), strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name)), strings.Compare(a.name, b.name))
	})
	return out
}

func siteRank(s site) int {
	if specialRole(s.path) != nil {
		return 0
	}
	return 1
}

var plainVersion = regexp.MustCompile(`^[\^~<>=!v ]{0,4}[0-9][0-9A-Za-z.+*-]{0,30}$`)

// where shows some places, and how many there are besides.
func where(sites []site, most int) string {
	sites = slices.Compact(slices.Clone(sites))
	var out []string
	for _, s := range sites[:min(most, len(sites))] {
		out = append(out, s.String())
	}
	if more := len(sites) - len(out); more > 0 {
		out = append(out, fmt.Sprintf("and %s more", number(more)))
	}
	return strings.Join(out, ", ")
}

// frameworks says what the code is built on.
func (t *telling) frameworks(s *section) {
	list := t.products(framework)
	s.table("Framework | Version | Location", len(list), 60, "frameworks", func(i int) []string {
		return []string{list[i].name, code(list[i].version), where(list[i].sites, 3)}
	})
}

// stores says where data goes.
func (t *telling) stores(s *section) {
	list := t.products(store, external)
	s.table("Name | Kind | Location", len(list), 60, "stores and services", func(i int) []string {
		of := "data store"
		if list[i].use == external {
			of = "service"
		}
		return []string{list[i].name, of, where(list[i].sites, 4)}
	})
	counts := map[string][]site{}
	t.each(func(f *facts, x *fact) { counts[x.name] = append(counts[x.name], site{f.path, x.line}) }, resource)
	types := sortedKeys(counts)
	if len(types) > 0 {
		s.text("Terraform resources:")
	}
	s.list(len(types), 40, "resource types", func(i int) string {
		return fmt.Sprintf("%s, %s: %s", code(types[i]), count(len(counts[types[i]]), "time", "times"), where(counts[types[i]], 3))
	})
}

// configuration says by which names the tree is configured. Values are never shown.
func (t *telling) configuration(s *section) {
	type setting struct {
		by    []string
		sites []site
	}
	all := map[string]*setting{}
	t.each(func(f *facts, x *fact) {
		if files.Test(f.path) {
			return
		}
		v := all[x.name]
		if v == nil {
			v = &setting{}
			all[x.name] = v
		}
		if !slices.Contains(v.by, x.text) {
			v.by = append(v.by, x.text)
		}
		v.sites = append(v.sites, site{f.path, x.line})
	}, variable)
	names := sortedKeys(all)
	if len(names) > 0 {
		s.text("%s, by name, without values. Names that suggest a secret are marked.", count(len(names), "setting", "settings"))
	}
	s.table("Name | Secret | Read or set by | Location", len(names), 150, "settings", func(i int) []string {
		v, secret := all[names[i]], ""
		if secretName.MatchString(names[i]) {
			secret = "yes"
		}
		return []string{code(names[i]), secret, strings.Join(slices.Sorted(slices.Values(v.by)), ", "), where(v.sites, 3)}
	})
}

var secretName = regexp.MustCompile(`(?i)passw|secret|token|(^|[_.:-])(api|private|access|encryption|signing|auth)?[_.-]?key($|[_.:-])|credential|(^|[_.:-])pwd($|[_.:-])|dsn`)

// dependencies says what is installed for the code, direct ones alone.
func (t *telling) dependencies(s *section) {
	type list struct {
		f     *facts
		group string
		line  int
		names []string
	}
	type key struct {
		f     *facts
		group string
	}
	var lists []*list
	byKey := map[key]*list{}
	totals := map[string]map[string]bool{}
	t.each(func(f *facts, x *fact) {
		l := byKey[key{f, x.group}]
		if l == nil {
			l = &list{f: f, group: x.group, line: x.line}
			byKey[key{f, x.group}] = l
			lists = append(lists, l)
		}
		l.names = append(l.names, x.name)
		if totals[x.group] == nil {
			totals[x.group] = map[string]bool{}
		}
		totals[x.group][x.name] = true
	}, dependency)
	var sums []string
	for _, g := range sortedKeys(totals) {
		sums = append(sums, fmt.Sprintf("%s %s", g, number(len(totals[g]))))
	}
	if len(sums) > 0 {
		s.text("Direct dependencies: %s.", strings.Join(sums, ", "))
	}
	slices.SortStableFunc(lists, func(a, b *list) int {
		return cmp.Compare(strings.Count(a.f.path, "/"), strings.Count(b.f.path, "/"))
	})
	s.table("Ecosystem | Manifest | Direct | Names", len(lists), 60, "manifests", func(i int) []string {
		l := lists[i]
		names := codes(l.names[:min(20, len(l.names))])
		if more := len(l.names) - 20; more > 0 {
			names += fmt.Sprintf(" and %s more", number(more))
		}
		return []string{l.group, place(l.f.path, l.line), number(len(l.names)), names}
	})
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
