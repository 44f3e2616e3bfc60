package wiki

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// documents returns the top mappings of a YAML text. Aliases are not followed: a small
// text can stand for a huge one.
func documents(src []byte) (out []*yaml.Node) {
	d := yaml.NewDecoder(bytes.NewReader(src))
	for len(out) < 100 {
		var n yaml.Node
		if err := d.Decode(&n); err != nil {
			if !errors.Is(err, io.EOF) {
				return nil
			}
			return out
		}
		if n.Kind == yaml.DocumentNode && len(n.Content) > 0 && n.Content[0].Kind == yaml.MappingNode {
			out = append(out, n.Content[0])
		}
	}
	return out
}

// child returns what a mapping has under keys, one within the other; nil if there is
// nothing.
func child(n *yaml.Node, keys ...string) *yaml.Node {
	for _, k := range keys {
		var next *yaml.Node
		eachEntry(n, func(key, value *yaml.Node) {
			if key.Value == k && next == nil {
				next = value
			}
		})
		n = next
	}
	return n
}

func eachEntry(n *yaml.Node, visit func(key, value *yaml.Node)) {
	if n == nil || n.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		visit(n.Content[i], n.Content[i+1])
	}
}

// words returns a plain value, or the plain values of a list, as one text.
func words(n *yaml.Node) string {
	switch {
	case n == nil:
	case n.Kind == yaml.ScalarNode:
		return n.Value
	case n.Kind == yaml.SequenceNode:
		var out []string
		for _, c := range n.Content {
			if c.Kind == yaml.ScalarNode {
				out = append(out, c.Value)
			}
		}
		return strings.Join(out, " ")
	}
	return ""
}

// The groups of services.
const (
	composeImage   = "compose service"
	composeBuild   = "compose service, built here"
	podContainer   = "Kubernetes container"
	composeCommand = "compose command"
)

func compose(g *gatherer) {
	for _, d := range documents(g.src) {
		eachEntry(child(d, "services"), func(key, s *yaml.Node) {
			f := fact{kind: service, group: composeImage, name: key.Value, text: words(child(s, "image")), line: key.Line}
			if build := child(s, "build"); build != nil && f.text == "" {
				f.group, f.text = composeBuild, cmp.Or(words(build), words(child(build, "dockerfile")), words(child(build, "context")))
			}
			g.keep(f)
			if c := child(s, "command"); c != nil {
				g.keep(fact{kind: task, group: composeCommand, name: key.Value, text: words(c), line: c.Line})
			}
			env := child(s, "environment")
			eachEntry(env, func(k, _ *yaml.Node) {
				g.keep(fact{kind: variable, name: k.Value, text: "compose", line: k.Line})
			})
			if env != nil && env.Kind == yaml.SequenceNode {
				for _, c := range env.Content {
					name, _, _ := strings.Cut(c.Value, "=")
					g.keep(fact{kind: variable, name: name, text: "compose", line: c.Line})
				}
			}
		})
	}
}

func workflow(g *gatherer) {
	for _, d := range documents(g.src) {
		name := words(child(d, "name"))
		if name == "" {
			name = base(g.path)
		}
		var on []string
		trigger := child(d, "on")
		eachEntry(trigger, func(k, _ *yaml.Node) { on = append(on, k.Value) })
		if len(on) == 0 {
			on = strings.Fields(words(trigger))
		}
		g.keep(fact{kind: task, group: "GitHub workflow", name: name, text: "on " + strings.Join(on, ", "), line: max(1, d.Line)})
	}
}

var gitlabWords = map[string]bool{"stages": true, "variables": true, "include": true, "default": true, "workflow": true, "image": true, "services": true, "cache": true, "before_script": true, "after_script": true}

func gitlabCI(g *gatherer) {
	for _, d := range documents(g.src) {
		eachEntry(d, func(k, v *yaml.Node) {
			if !gitlabWords[k.Value] && !strings.HasPrefix(k.Value, ".") && v.Kind == yaml.MappingNode {
				g.keep(fact{kind: task, group: "GitLab job", name: k.Value, text: words(child(v, "stage")), line: k.Line})
			}
		})
	}
}

// pipeline says that there is one, of a kind that is not read further.
func pipeline(g *gatherer) {
	g.keep(fact{kind: task, group: "CI", name: base(g.path), line: 1})
}

func serverless(g *gatherer) {
	for _, d := range documents(g.src) {
		eachEntry(child(d, "functions"), func(k, v *yaml.Node) {
			g.keep(fact{kind: task, group: "serverless function", name: k.Value, text: words(child(v, "handler")), line: k.Line})
		})
	}
}

var workloads = map[string]bool{"Deployment": true, "StatefulSet": true, "DaemonSet": true, "CronJob": true, "Job": true, "Pod": true, "Ingress": true, "Service": true}

func kubernetes(g *gatherer) {
	if !bytes.Contains(g.src, []byte("apiVersion:")) || !bytes.Contains(g.src, []byte("kind:")) || bytes.Contains(g.src, []byte("{{")) {
		return
	}
	for _, d := range documents(g.src) {
		of, name := words(child(d, "kind")), child(d, "metadata", "name")
		if !workloads[of] || name == nil {
			continue
		}
		g.keep(fact{kind: task, group: "Kubernetes " + of, name: name.Value, line: name.Line})
		pod := child(d, "spec", "template", "spec")
		if of == "CronJob" {
			pod = child(d, "spec", "jobTemplate", "spec", "template", "spec")
		} else if of == "Pod" {
			pod = child(d, "spec")
		}
		containers := child(pod, "containers")
		if containers == nil {
			continue
		}
		for _, c := range containers.Content {
			if image := child(c, "image"); image != nil {
				g.keep(fact{kind: service, group: podContainer, name: words(child(c, "name")), text: image.Value, line: image.Line})
			}
			if env := child(c, "env"); env != nil {
				for _, e := range env.Content {
					if n := child(e, "name"); n != nil {
						g.keep(fact{kind: variable, name: n.Value, text: "Kubernetes", line: n.Line})
					}
				}
			}
		}
	}
}

var (
	placeholder   = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*)[:}]`)
	dockerCommand = regexp.MustCompile(`(?i)^\s*(CMD|ENTRYPOINT|FROM)\s+(\S.*)$`)
)

// springConfig keeps the variables that a configuration is filled from, and which stores
// it names.
func springConfig(g *gatherer) {
	eachLine(g.src, func(line string, at int) bool {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			return true
		}
		for _, m := range placeholder.FindAllStringSubmatch(line, 10) {
			g.at(at, fact{kind: variable, name: m[1], text: "Spring configuration"})
		}
		for _, p := range addresses {
			if strings.Contains(line, p.word) && p.re.MatchString(line) {
				g.at(at, fact{kind: connection, name: p.text, text: p.text})
			}
		}
		return true
	})
}

// dockerfile keeps what the image is made from and what it runs: of its last stage, that
// is.
func dockerfile(g *gatherer) {
	var last []fact
	g.eachMatch(dockerCommand, func(m []string, at int) {
		f := fact{kind: task, group: "Dockerfile", name: strings.ToUpper(m[1]), text: m[2], line: g.lines.of(g.src, at)}
		if f.name == "FROM" {
			last = nil
		}
		last = append(last, f)
	})
	for _, f := range last {
		g.keep(f)
	}
}
