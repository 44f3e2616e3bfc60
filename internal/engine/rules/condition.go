package rules

import (
	"strings"

	"go.yaml.in/yaml/v3"
)

// condition reads one of conditionKeys into the enclosing formula.
func (r *reader) condition(f *Formula, e entry, depth int) {
	if e.name == "focus-metavariable" {
		r.focus(f, e)
		return
	}
	c := Condition{Place: r.place(e.key)}
	entries := r.entries(e.value, e.name)
	fields := map[string]*yaml.Node{}
	var formulas []entry
	for _, x := range entries {
		if formulaKeys[x.name] {
			formulas = append(formulas, x)
			continue
		}
		fields[x.name] = x.value
	}
	take := func(name string) *yaml.Node {
		n := fields[name]
		delete(fields, name)
		return n
	}
	if n := take("metavariable"); n != nil {
		c.Metavariable = r.metavariable(n, "metavariable")
	} else if e.name != "metavariable-comparison" {
		r.fail(e.key, "%s needs a metavariable", e.name)
	}
	switch e.name {
	case "metavariable-regex":
		c.Kind = RegexCondition
		if n := take("regex"); n != nil {
			c.Regex = r.regex(n, "regex", true)
		} else {
			r.fail(e.key, "metavariable-regex needs a regex")
		}
		if n := take("constant-propagation"); n != nil {
			c.Constants = r.bool(n, "constant-propagation")
		}
	case "metavariable-pattern":
		c.Kind = PatternCondition
		c.Language = r.optionalLanguage(take("language"))
		c.Formula = r.nested(e, formulas, depth)
		formulas = nil
	case "metavariable-comparison":
		c.Kind = ComparisonCondition
		if n := take("comparison"); n != nil {
			strip := take("strip")
			c.Comparison = r.comparison(n, c.Metavariable, strip != nil && r.bool(strip, "strip"))
		} else {
			r.fail(e.key, "metavariable-comparison needs a comparison")
		}
		take("base") // numbers in code have their base prefix
	case "metavariable-type":
		c.Kind = TypeCondition
		c.Types = r.types(e.key, take("type"), take("types"))
		c.Language = r.optionalLanguage(take("language"))
	case "metavariable-analysis":
		c.Kind = AnalysisCondition
		r.analyzer(e.key, &c, take("analyzer"), take("options"))
	}
	for _, x := range entries {
		if _, left := fields[x.name]; left {
			r.fail(x.key, "%s has no %q", e.name, x.name)
		}
	}
	for _, x := range formulas {
		r.fail(x.key, "%s is not allowed under %s", x.name, e.name)
	}
	f.Conditions = append(f.Conditions, c)
}

// nested reads the formula that the value of a metavariable must match. A lone negation is
// allowed: it applies to the whole value.
func (r *reader) nested(e entry, formulas []entry, depth int) *Formula {
	sub, _ := r.classic(formulas, depth+1)
	if sub == nil {
		r.fail(e.key, "%s needs a pattern", e.name)
		return &Formula{}
	}
	if sub.Kind == Not {
		sub = &Formula{Place: sub.Place, Kind: All, Of: []*Formula{sub}}
	}
	return sub
}

func (r *reader) focus(f *Formula, e entry) {
	var names []string
	if e.value.Kind == yaml.ScalarNode {
		names = []string{r.metavariable(e.value, e.name)}
	} else {
		for _, n := range r.items(e.value, e.name) {
			names = append(names, r.metavariable(n, e.name))
		}
	}
	f.Focus = append(f.Focus, names)
}

// comparison reads an expression. With strip, the metavariable is converted to a number.
func (r *reader) comparison(n *yaml.Node, metavariable string, strip bool) *Expr {
	e, err := ParseExpr(r.string(n, "comparison"))
	if err != nil {
		r.fail(n, "comparison: %v", err)
		return nil
	}
	if strip && metavariable != "" {
		e = e.inInt(metavariable)
	}
	return e
}

// inInt wraps each use of a name in int().
func (e *Expr) inInt(name string) *Expr {
	if e.op == "name" && e.name == name {
		return &Expr{op: "call", name: "int", of: []*Expr{e}}
	}
	c := *e
	c.of = make([]*Expr, len(e.of))
	for i, o := range e.of {
		c.of[i] = o.inInt(name)
	}
	return &c
}

func (r *reader) types(at, one, many *yaml.Node) []string {
	var out []string
	if one != nil {
		out = append(out, r.strings(one, "type")...)
	}
	if many != nil {
		out = append(out, r.strings(many, "types")...)
	}
	if len(out) == 0 {
		r.fail(at, "metavariable-type needs a type")
	}
	return out
}

func (r *reader) analyzer(at *yaml.Node, c *Condition, analyzer, options *yaml.Node) {
	if analyzer == nil {
		r.fail(at, "metavariable-analysis needs an analyzer")
		return
	}
	c.Analyzer = r.string(analyzer, "analyzer")
	switch c.Analyzer {
	case "entropy", "redos":
	case "entropy_v2":
		c.Mode = "default"
		if options == nil {
			break
		}
		for _, e := range r.entries(options, "options") {
			if e.name == "mode" {
				c.Mode = r.string(e.value, "mode")
			}
		}
		if c.Mode != "lax" && c.Mode != "default" && c.Mode != "strict" {
			r.fail(options, "the mode of entropy_v2 must be lax, default or strict, not %q", c.Mode)
		}
	default:
		r.fail(analyzer, "the analyzer %q is not supported", c.Analyzer)
	}
}

// optionalLanguage returns a language by its name, "" if n is nil.
func (r *reader) optionalLanguage(n *yaml.Node) string {
	if n == nil {
		return ""
	}
	name := r.string(n, "language")
	l, ok := Language(name)
	if !ok {
		r.fail(n, "the language %q is not known", strings.TrimSpace(name))
	}
	return l
}
