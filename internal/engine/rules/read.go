package rules

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// maxBytes is the maximum size of a rule file.
const maxBytes = 8 << 20

// Bundle is a set of rule files, by path. It can be sent to another process.
type Bundle []File

// File is the text of a rule file.
type File struct {
	Path string `json:"path"`
	Text []byte `json:"text"`
}

// maxBundle is the maximum size of all rule files together.
const maxBundle = 64 << 20

// ReadBundle reads all rule files below a folder: files with the extension .yaml or .yml and
// a top-level list "rules". It ignores others, test files (.test.yaml), and hidden
// folders.
func ReadBundle(fsys fs.FS) (Bundle, error) {
	var out Bundle
	size := 0
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if name := d.Name(); len(name) > 1 && name[0] == '.' {
				return fs.SkipDir
			}
			return nil
		case !IsRuleFile(p) || !d.Type().IsRegular():
			return nil
		}
		text, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		if !HasRules(text) {
			return nil
		}
		if size += len(text); size > maxBundle {
			return fmt.Errorf("the rule files are larger than %d bytes", maxBundle)
		}
		out = append(out, File{p, text})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read rules: %w", err)
	}
	return out, nil
}

// Digest is a short hash of the bundle.
func (b Bundle) Digest() string {
	h := sha256.New()
	for _, f := range b {
		fmt.Fprintf(h, "%d %s %d\n", len(f.Path), f.Path, len(f.Text))
		h.Write(f.Text)
	}
	return hex.EncodeToString(h.Sum(nil)[:4])
}

// Rules returns the rules, ordered by path and line, and the problems of others. Two files may
// use one id, as they do for one weakness in two languages.
func (b Bundle) Rules() ([]*Rule, []Problem) {
	var rules []*Rule
	var problems []Problem
	shared := newShared()
	for _, f := range b {
		read, wrong := readFile(f.Path, f.Text, shared)
		rules = append(rules, read...)
		problems = append(problems, wrong...)
	}
	return rules, problems
}

// IsRuleFile reports by its name whether a file may contain rules.
func IsRuleFile(p string) bool {
	base := path.Base(p)
	ext := path.Ext(base)
	if ext != ".yaml" && ext != ".yml" || strings.HasPrefix(base, ".") {
		return false
	}
	return !strings.HasSuffix(base, ".test"+ext) && !strings.HasSuffix(base, ".fixed"+ext)
}

var rulesRE = regexp.MustCompile(`(?m)^(?:rules|"rules"|'rules')[ \t]*:|^\{[ \t\r\n]*"?rules"?[ \t]*:`)

// HasRules reports whether a text has a top-level list "rules".
func HasRules(text []byte) bool { return rulesRE.Match(text) }

// Read reads the rules of one file.
func Read(path string, text []byte) ([]*Rule, []Problem) {
	return readFile(path, text, newShared())
}

// Document is a parsed rule file.
type Document struct {
	Path string
	Top  *yaml.Node
}

// ReadDocuments reads the rules of files that may share nodes.
func ReadDocuments(list []Document) ([]*Rule, []Problem) {
	var rules []*Rule
	var problems []Problem
	shared := newShared()
	for _, d := range list {
		r := &reader{path: d.Path, shared: shared}
		rules = append(rules, r.document(d.Top)...)
		problems = append(problems, r.problems...)
	}
	return rules, problems
}

func readFile(path string, text []byte, shared *shared) ([]*Rule, []Problem) {
	r := &reader{path: path, shared: shared}
	if len(text) > maxBytes {
		r.problems = []Problem{{Place: Place{path, 1, 1}, Message: fmt.Sprintf("larger than %d bytes", maxBytes)}}
		return nil, r.problems
	}
	var doc yaml.Node
	if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&doc); err != nil && !errors.Is(err, io.EOF) {
		r.problems = []Problem{{Place: Place{path, yamlLine(err), 1}, Message: "not YAML: " + strings.TrimPrefix(err.Error(), "yaml: ")}}
		return nil, r.problems
	}
	if len(doc.Content) == 0 {
		r.problems = []Problem{{Place: Place{path, 1, 1}, Message: "the file is empty"}}
		return nil, r.problems
	}
	out := r.document(doc.Content[0])
	return out, r.problems
}

// document reads the rules of a file.
func (r *reader) document(top *yaml.Node) []*Rule {
	var out []*Rule
	seen := map[string]bool{}
	for _, e := range r.entries(top, "a rule file") {
		if e.name != "rules" {
			continue // such as missed, or another tool's
		}
		if e.value.Kind != yaml.SequenceNode {
			r.fail(e.value, "rules must be a list")
			break
		}
		for _, n := range e.value.Content {
			if r.visited > maxNodes {
				break
			}
			r.rule, r.failed = "", false
			rule := r.readRule(r.follow(n))
			if seen[rule.ID] && rule.ID != "" {
				r.warn(n, "another rule of the file has this id")
			}
			seen[rule.ID] = true
			if !r.failed {
				out = append(out, rule)
			}
		}
	}
	slices.SortStableFunc(r.problems, func(a, b Problem) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) })
	return out
}

var lineRE = regexp.MustCompile(`line (\d+)`)

func yamlLine(err error) int {
	if m := lineRE.FindStringSubmatch(err.Error()); m != nil {
		n, _ := strconv.Atoi(m[1])
		return max(n, 1)
	}
	return 1
}

// maxID is the longest id of a rule.
const maxID = 200

func (r *reader) readRule(n *yaml.Node) *Rule {
	rule := &Rule{Place: r.place(n), Options: DefaultOptions()}
	entries := r.entries(n, "a rule")
	fields := map[string]*yaml.Node{}
	for _, e := range entries {
		fields[e.name] = e.value
	}
	if id := fields["id"]; id == nil {
		r.fail(n, "the rule has no id")
	} else if rule.ID = r.string(id, "id"); len(rule.ID) > maxID || strings.ContainsFunc(rule.ID, func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }) {
		r.fail(id, "an id must have no spaces or control characters, and at most %d bytes", maxID)
	}
	r.rule = rule.ID
	var formulas, rest []entry
	mode := "search"
	for _, e := range entries {
		switch e.name {
		case "id", "min-version", "max-version", "fix-regex", "fix_regex", "version", "product", "license", "author":
		case "mode":
			mode = r.string(e.value, "mode")
		case "message":
			rule.Message = strings.TrimSpace(r.string(e.value, "message"))
		case "severity":
			rule.Severity = r.severity(e.value)
		case "languages":
			rule.Languages = r.languages(e.value)
		case "fix":
			rule.Fix = r.string(e.value, "fix")
		case "metadata":
			r.metadata(rule, e.value)
		case "paths":
			r.paths(rule, e.value)
		case "options":
			rule.Options = r.options(e.value)
		default:
			if formulaKeys[e.name] {
				formulas = append(formulas, e)
			} else {
				rest = append(rest, e)
			}
		}
	}
	if fields["languages"] == nil && mode != "join" {
		r.fail(n, "the rule has no languages")
	}
	if fields["message"] == nil && mode != "extract" && mode != "join" {
		r.warn(n, "the rule has no message")
	}
	if rule.Severity == "" {
		rule.Severity = "WARNING"
	}
	if fields["taint"] != nil && mode == "search" {
		mode = "taint"
	}
	switch mode {
	case "search":
		r.search(rule, n, formulas, rest)
	case "taint":
		r.taintMode(rule, n, formulas, rest)
	case "join", "extract", "step":
		r.fail(fields["mode"], "mode %s is not supported", mode)
	default:
		r.fail(fields["mode"], "the mode must be search or taint, not %q", mode)
	}
	return rule
}

func (r *reader) search(rule *Rule, n *yaml.Node, formulas, rest []entry) {
	rule.Formula, _ = r.classic(formulas, 0)
	for _, e := range rest {
		switch {
		case e.name == "match" && rule.Formula == nil:
			rule.Formula = r.newer(e.value, 0)
		case e.name == "pattern-sources" || e.name == "pattern-sinks":
			r.fail(e.key, "%s needs mode: taint", e.name)
		case conditionKeys[e.name]:
			r.fail(e.key, "%s is only allowed under patterns", e.name)
		default:
			r.unknown(e)
		}
	}
	switch {
	case rule.Formula == nil:
		r.fail(n, "the rule has no pattern")
	case !r.failed && !rule.Formula.positive():
		r.fail(n, "the rule has only negations: it needs a positive pattern")
	}
}

func (r *reader) taintMode(rule *Rule, n *yaml.Node, formulas, rest []entry) {
	for _, e := range formulas {
		r.fail(e.key, "%s is not allowed in a rule of mode taint", e.name)
	}
	for _, e := range rest {
		switch e.name {
		case "pattern-sources", "pattern-sinks", "pattern-sanitizers", "pattern-propagators":
		case "taint":
			rule.Taint = r.taint(e.value, r.entries(e.value, "taint"), true)
		default:
			r.unknown(e)
		}
	}
	if rule.Taint == nil {
		rule.Taint = r.taint(n, rest, false)
	}
}

// unsupported are keys that change what a rule finds: a rule with one of them cannot be
// used without it.
var unsupported = map[string]bool{
	"pattern-where-python": true, "r2c-internal-project-depends-on": true, "join": true, "extract": true, "steps": true,
	"validators": true, "equivalences": true, "dependencies": true, "metavariable-regexp": true,
}

func (r *reader) unknown(e entry) {
	if unsupported[e.name] {
		r.fail(e.key, "%s is not supported", e.name)
		return
	}
	r.warn(e.key, "%q is not known and not heeded", e.name)
}

func (r *reader) severity(n *yaml.Node) string {
	s := strings.ToUpper(r.string(n, "severity"))
	switch s {
	case "CRITICAL", "HIGH", "MEDIUM", "LOW", "ERROR", "WARNING", "INFO", "INVENTORY", "EXPERIMENT":
	default:
		r.fail(n, "the severity must be ERROR, WARNING, INFO, CRITICAL, HIGH, MEDIUM or LOW, not %q", s)
	}
	return s
}

func (r *reader) languages(n *yaml.Node) []string {
	var out []string
	for _, item := range r.items(n, "languages") {
		name := r.string(item, "a language")
		l, ok := Language(name)
		if !ok {
			r.fail(item, "the language %q is not known", name)
			continue
		}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

func (r *reader) metadata(rule *Rule, n *yaml.Node) {
	if err := n.Decode(&rule.Metadata); err != nil {
		r.fail(n, "metadata must be a mapping of names to values")
	}
}

func (r *reader) paths(rule *Rule, n *yaml.Node) {
	for _, e := range r.entries(n, "paths") {
		switch e.name {
		case "include":
			rule.Include = r.strings(e.value, "paths.include")
		case "exclude":
			rule.Exclude = r.strings(e.value, "paths.exclude")
		default:
			r.fail(e.key, "paths has include and exclude, but no %q", e.name)
		}
	}
}
