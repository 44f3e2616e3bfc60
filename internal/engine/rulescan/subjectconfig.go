package rulescan

import (
	"regexp"
	"slices"
	"strings"

	"vigil/internal/engine/match"
)

// Findings in configuration are about keys and resources rather than calls and functions.

// configurations name the construct at the end of a path, by language.
var configurations = map[string]func(s *scope, path []match.NodeID, span match.Span) string{
	"yaml": (*scope).keyPath, "hcl": (*scope).keyPath, "dockerfile": (*scope).instruction,
}

// keyPath is the keys that lead to a node, such as containers[web].securityContext.privileged.
func (s *scope) keyPath(path []match.NodeID, span match.Span) string {
	var keys []string
	for i, n := range path {
		switch node := s.File.Node(n); node.Kind {
		case match.Pair:
			keys = append(keys, s.name(n))
		case match.Section:
			if len(keys) > 0 || s.inSection(path[:i]) || i == len(path)-1 {
				keys = append(keys, s.header(n))
			}
		case match.Array:
			if i+1 < len(path) && len(keys) > 0 {
				if name := s.valueOf(path[i+1], "name", "id", "sid", "uses", "image"); name != "" {
					keys[len(keys)-1] += "[" + name + "]"
				}
			}
		}
	}
	if m := variableRE.FindStringSubmatch(s.clipped(span)); m != nil {
		keys = append(keys, m[1])
	}
	return lastOf(keys)
}

// variableRE is an element of a list of environment variables.
var variableRE = regexp.MustCompile(`^[\s\[,-]*["']?([A-Za-z_]\w{0,60})=`)

func (s *scope) inSection(path []match.NodeID) bool {
	return slices.ContainsFunc(path, func(n match.NodeID) bool { return s.File.Node(n).Kind == match.Section })
}

// header is the labels of a block of HCL: aws_s3_bucket.logs for resource "aws_s3_bucket" "logs".
func (s *scope) header(n match.NodeID) string {
	var words []string
	for _, k := range s.File.Kids(n) {
		if node := s.File.Node(k); k != 0 && (node.Kind == match.Ident || node.Kind == match.Str) {
			words = append(words, node.Text)
		}
	}
	if len(words) > 2 && words[0] == "resource" {
		words = words[1:]
	}
	return clip(strings.Join(words, "."), subjectMost)
}

// resource is the block of Terraform, or the object of Kubernetes, that encloses the end of a path.
func (s *scope) resource(path []match.NodeID) string {
	for i, n := range path {
		switch kind := s.File.Node(n).Kind; {
		case s.File.Language == "hcl" && kind == match.Section && i < len(path)-1:
			return s.header(n)
		case s.File.Language == "yaml" && kind == match.Dict:
			kind := s.valueOf(n, "kind")
			for _, pair := range s.File.Kids(n) {
				if pair == 0 || kind == "" || s.File.Node(pair).Kind != match.Pair || s.name(pair) != "metadata" {
					continue
				}
				if name := s.valueOf(s.File.Kid(pair, 1), "name"); name != "" {
					return kind + "/" + name
				}
			}
			return kind
		}
	}
	return ""
}

// valueOf is the text of the first of some keys that a mapping has.
func (s *scope) valueOf(n match.NodeID, keys ...string) string {
	if s.File.Node(n).Kind != match.Dict {
		return ""
	}
	for _, key := range keys {
		for _, pair := range s.File.Kids(n) {
			if pair == 0 || s.File.Node(pair).Kind != match.Pair || s.name(pair) != key {
				continue
			}
			if value := s.File.Node(s.File.Kid(pair, 1)); value.Kind == match.Str {
				return clip(strings.Clone(value.Text), partMost)
			}
		}
	}
	return ""
}

// instruction is the instruction of a Dockerfile that encloses the end of a path. Of a shell command
// only the first word is shown: its arguments may be secret.
func (s *scope) instruction(path []match.NodeID, _ match.Span) string {
	if len(path) < 2 {
		return ""
	}
	for _, n := range path[2:] {
		if s.File.Node(n).Kind == match.Pair {
			return s.name(n)
		}
	}
	words := strings.Fields(s.clipped(s.File.Span(path[1])))
	if len(words) == 0 {
		return ""
	}
	switch strings.ToUpper(words[0]) {
	case "RUN", "CMD", "ENTRYPOINT", "HEALTHCHECK", "ENV", "ARG", "LABEL":
		first := commandRE.FindString(strings.Join(words[1:min(2, len(words))], ""))
		return strings.TrimSpace(words[0] + " " + first)
	}
	return strings.Join(words, " ")
}

var commandRE = regexp.MustCompile(`^[\w./-]+`)

const partMost = 60 // bytes of a value that names an element

// attributeRE is an attribute with a namespace.
var attributeRE = regexp.MustCompile(`^([A-Za-z]+:[A-Za-z-]+)\s*=\s*\S`)

// keyRE is a key at the beginning of a line of configuration, with a value after it.
var keyRE = regexp.MustCompile(`^[\s"'-]*([A-Za-z_][A-Za-z_.-]*)["']?\s*[=: ]\s*\S`)

// templateRE is the name in an expression of a template.
var templateRE = regexp.MustCompile(`^(?:\{\{\{?|\{!!|<%)[-=&~\s]*([A-Za-z_@$][\w.@$]*)`)

// textKey is the key or the name in a text without a grammar. The rest may be secret.
func textKey(text string) string {
	text = clip(text, subjectMost)
	for _, re := range []*regexp.Regexp{templateRE, attributeRE, keyRE} {
		if m := re.FindStringSubmatch(text); m != nil {
			return strings.Clone(m[1])
		}
	}
	return ""
}
