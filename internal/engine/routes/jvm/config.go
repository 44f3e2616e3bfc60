package jvm

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"vigil/internal/engine"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// settingsFiles reads the context path of an application.
var settingsFiles = facts.Framework{Name: "config", Endings: []string{".properties", ".yml", ".yaml", ".xml"}, Place: isConfig, Look: lookConfig}

// isConfig reports whether a file may set the context path of an application.
func isConfig(file string) bool {
	base := path.Base(file)
	name := strings.TrimSuffix(base, path.Ext(base))
	return name == "application" && path.Ext(base) != ".xml" || base == "web.xml"
}

var (
	servletClass = regexp.MustCompile(`(?s)<servlet-name>\s*([\w.]+)\s*</servlet-name>\s*<servlet-class>\s*([\w.]+)\s*</servlet-class>`)
	servletPath  = regexp.MustCompile(`(?s)<servlet-name>\s*([\w.]+)\s*</servlet-name>\s*<url-pattern>\s*([^<\s]+)\s*</url-pattern>`)
)

var configFacts facts.Slot[map[string]string] // context path settings

// lookConfig records the settings of a file under their full names.
func lookConfig(s *facts.Reader) {
	out := map[string]string{}
	switch path.Ext(s.Path) {
	case ".properties":
		for line := range strings.SplitSeq(string(s.Source), "\n") {
			if key, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(strings.TrimSpace(line), "#") && len(out) < facts.MaxFileFacts {
				out[strings.TrimSpace(key)] = strings.TrimSpace(value)
			}
		}
	case ".xml":
		classes := map[string]string{}
		for _, m := range servletClass.FindAllSubmatch(s.Source, 1000) {
			classes[string(m[1])] = string(m[2])
		}
		for _, m := range servletPath.FindAllSubmatch(s.Source, 1000) {
			name := string(m[1])
			if c := classes[name]; c != "" {
				name = c
			}
			out["servlet:"+facts.LastName(name)] = strings.TrimSuffix(string(m[2]), "*")
		}
	default:
		var n yaml.Node
		if yaml.Unmarshal(s.Source, &n) == nil {
			flatten(&n, "", out, 0)
		}
	}
	configFacts.Set(s.Facts, out)
}

func flatten(n *yaml.Node, prefix string, out map[string]string, depth int) {
	if depth > 20 || len(out) >= facts.MaxFileFacts {
		return
	}
	switch n.Kind {
	case yaml.DocumentNode:
		for _, c := range n.Content {
			flatten(c, prefix, out, depth+1)
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			flatten(n.Content[i+1], strings.TrimPrefix(prefix+"."+n.Content[i].Value, "."), out, depth+1)
		}
	case yaml.ScalarNode:
		out[prefix] = n.Value
	}
}

// settings are the settings of all files, with the folder that each applies to.
type settings []setting

type setting struct {
	dir    string
	values map[string]string
}

func settingsOf(l *facts.Linker) (out settings) {
	for _, f := range l.Files() {
		if configFacts.Get(f) != nil {
			dir := path.Dir(f.Path)
			for _, part := range []string{"/src/main/resources", "src/main/resources", "/src/main/webapp/WEB-INF", "src/main/webapp/WEB-INF", "/WEB-INF", "/resources", "/config"} {
				if strings.HasSuffix("/"+dir, "/"+strings.TrimPrefix(part, "/")) {
					dir = strings.TrimSuffix(strings.TrimSuffix(dir, strings.TrimPrefix(part, "/")), "/")
					break
				}
			}
			if dir == "." {
				dir = ""
			}
			out = append(out, setting{dir, configFacts.Get(f)})
		}
	}
	return out
}

// get returns the setting that applies to a file: that of the nearest folder above it.
func (s settings) get(file string, keys ...string) string {
	best, most := "", -1
	for _, x := range s {
		if x.dir != "" && !strings.HasPrefix(file, x.dir+"/") || len(x.dir) <= most {
			continue
		}
		for _, k := range keys {
			if v, ok := x.values[k]; ok && !strings.Contains(v, "${") {
				best, most = v, len(x.dir)
			}
		}
	}
	return best
}

// apply prefixes the paths of routes with a setting.
func (s settings) apply(list []engine.Route, keys ...string) []engine.Route {
	for i := range list {
		if p := s.get(list[i].File, keys...); strings.Trim(p, "/") != "" {
			list[i].Path = facts.Clean(facts.Join(p, list[i].Path))
		}
	}
	return list
}

// jaxrs returns a function that returns the prefix of the resources in a file: the
// application path in web.xml, else @ApplicationPath. Of several applications the nearest
// counts.
func (s settings) jaxrs(x *index) func(string) string {
	var apps []*classes.Class
	for _, c := range x.All() {
		if _, ok := classes.Annotated(c.Annotations, "ApplicationPath"); ok || slices.Contains(c.Supers, "Application") && c.Kind == "class" || slices.Contains(c.Supers, "ResourceConfig") {
			apps = append(apps, c)
		}
	}
	return func(file string) string {
		var best *classes.Class
		most := -1
		for _, c := range apps {
			if near := facts.Nearness(file, c.File); near > most {
				best, most = c, near
			}
		}
		root := s.get(file, "quarkus.http.root-path")
		if best == nil {
			return facts.Join(root, s.get(file, "quarkus.rest.path", "quarkus.resteasy.path", "quarkus.resteasy-reactive.path"))
		}
		if p := s.get(file, "servlet:"+best.Name); p != "" {
			return facts.Join(root, p)
		}
		n, _ := classes.Annotated(best.Annotations, "ApplicationPath")
		p := n.Arg("", "value").Text1(x.Constants(best))
		if p == "" {
			return root
		}
		return facts.Join(root, p)
	}
}
