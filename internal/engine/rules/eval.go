package rules

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// Code is the value of a metavariable bound to code that is not constant. Only its text can
// be compared.
type Code string

// Env is the environment of an evaluation.
type Env struct {
	// Value returns the value of a name: bool, int64, float64, string, or Code.
	Value func(name string) (any, bool)
	// Now returns the time, for today().
	Now func() time.Time
}

var errNoValue = errors.New("has no value")

// Bool evaluates the expression. One that cannot be evaluated, such as a comparison of a
// number with code, is false.
func (e *Expr) Bool(env Env) bool {
	v, err := e.eval(env)
	b, ok := v.(bool)
	return err == nil && ok && b
}

// Holds evaluates an expression whose names are Boolean, such as taint labels.
func (e *Expr) Holds(name func(string) bool) bool {
	return e.Bool(Env{Value: func(n string) (any, bool) { return name(n), true }})
}

func (e *Expr) eval(env Env) (any, error) {
	switch e.op {
	case "literal":
		return e.lit, nil
	case "name":
		if v, ok := env.Value(e.name); ok {
			return v, nil
		}
		return nil, errNoValue
	}
	of := make([]any, len(e.of))
	for i, sub := range e.of {
		if i == 0 && e.lit != nil { // the pattern of re.match
			continue
		}
		v, err := sub.eval(env)
		if err != nil {
			return nil, err
		}
		of[i] = v
		if b, ok := v.(bool); i == 0 && ok && (e.op == "and" && !b || e.op == "or" && b) {
			return b, nil
		}
	}
	switch e.op {
	case "list":
		return of, nil
	case "call":
		return e.call(of, env)
	}
	return operate(e.op, of)
}

func (e *Expr) call(of []any, env Env) (any, error) {
	switch e.name {
	case "int":
		return toInt(of[0])
	case "float":
		if s, ok := of[0].(string); ok {
			f, err := strconv.ParseFloat(s, 64)
			return f, err
		}
		f, ok := toFloat(of[0])
		return f, orNoValue(ok)
	case "str":
		return toString(of[0])
	case "len":
		if l, ok := of[0].([]any); ok {
			return int64(len(l)), nil
		}
		s, err := toString(of[0])
		return int64(len(s)), err
	case "lower", "upper":
		s, err := toString(of[0])
		if e.name == "lower" {
			return strings.ToLower(s), err
		}
		return strings.ToUpper(s), err
	case "abs":
		if i, ok := of[0].(int64); ok {
			return max(i, -i), nil
		}
		f, ok := toFloat(of[0])
		return math.Abs(f), orNoValue(ok)
	case "re.match", "re.search":
		s, ok := of[1].(string)
		if c, isCode := of[1].(Code); isCode {
			s, ok = string(c), true
		}
		return e.lit.(*Regexp).Match(s), orNoValue(ok)
	case "today":
		return float64(env.Now().Unix()), nil
	case "strptime":
		s, err := toString(of[0])
		if err != nil {
			return nil, err
		}
		t, err := time.Parse("2006-01-02", s)
		return float64(t.Unix()), err
	case "parse_promql_duration":
		s, err := toString(of[0])
		if err != nil {
			return nil, err
		}
		return promDuration(s)
	}
	return nil, errNoValue
}

func orNoValue(ok bool) error {
	if !ok {
		return errNoValue
	}
	return nil
}

func toInt(v any) (any, error) {
	switch v := v.(type) {
	case int64:
		return v, nil
	case float64:
		return int64(v), nil
	case bool:
		if v {
			return int64(1), nil
		}
		return int64(0), nil
	case string:
		return parseInt(v)
	case Code:
		return parseInt(strings.Trim(string(v), "\"'`"))
	}
	return nil, errNoValue
}

func parseInt(s string) (any, error) {
	v, ok := ParseNumber(strings.TrimSpace(s))
	if i, isInt := v.(int64); ok && isInt {
		return i, nil
	}
	if i, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64); err == nil {
		return i, nil
	}
	return nil, errNoValue
}

func toString(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case Code:
		return string(v), nil
	case int64:
		return strconv.FormatInt(v, 10), nil
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), nil
	case bool:
		return strconv.FormatBool(v), nil
	}
	return "", errNoValue
}

func toFloat(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}
