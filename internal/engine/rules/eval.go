package rules

import (
	"errors"
	"math"
	"slices"
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
	Now   time.Time
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
		return float64(env.Now.Unix()), nil
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

func operate(op string, of []any) (any, error) {
	if len(of) == 1 {
		return operateOne(op, of[0])
	}
	a, b := of[0], of[1]
	if op == "in" || op == "not in" {
		in, err := contains(b, a)
		return in == (op == "in"), err
	}
	_, codeA := a.(Code)
	_, codeB := b.(Code)
	if codeA || codeB { // only its text, asked for by str(), can be compared
		return nil, errNoValue
	}
	switch op {
	case "and", "or":
		x, okX := a.(bool)
		y, okY := b.(bool)
		if op == "and" {
			return x && y, orNoValue(okX && okY)
		}
		return x || y, orNoValue(okX && okY)
	case "==", "!=":
		return equal(a, b) == (op == "=="), nil
	}
	if x, ok := a.(string); ok {
		if y, ok := b.(string); ok {
			return operateStrings(op, x, y)
		}
	}
	if x, ok := a.(int64); ok {
		if y, ok := b.(int64); ok {
			return operateInts(op, x, y)
		}
	}
	x, okX := toFloat(a)
	y, okY := toFloat(b)
	if !okX || !okY {
		return nil, errNoValue
	}
	return operateFloats(op, x, y)
}

func operateOne(op string, v any) (any, error) {
	switch v := v.(type) {
	case bool:
		if op == "not" {
			return !v, nil
		}
	case int64:
		switch op {
		case "unary-":
			return -v, nil
		case "unary+":
			return v, nil
		case "~":
			return ^v, nil
		}
	case float64:
		switch op {
		case "unary-":
			return -v, nil
		case "unary+":
			return v, nil
		}
	}
	return nil, errNoValue
}

func equal(a, b any) bool {
	x, okX := toFloat(a)
	y, okY := toFloat(b)
	if okX && okY {
		return x == y
	}
	if l, ok := a.([]any); ok {
		m, ok := b.([]any)
		return ok && slices.EqualFunc(l, m, equal)
	}
	if _, ok := b.([]any); ok {
		return false
	}
	return a == b
}

func contains(in, v any) (bool, error) {
	switch in := in.(type) {
	case []any:
		return slices.ContainsFunc(in, func(x any) bool { return equal(x, v) }), nil
	case string, Code:
		s, _ := toString(in)
		part, err := toString(v)
		return strings.Contains(s, part), err
	}
	return false, errNoValue
}

func operateStrings(op, a, b string) (any, error) {
	switch op {
	case "+":
		return a + b, nil
	case "<":
		return a < b, nil
	case "<=":
		return a <= b, nil
	case ">":
		return a > b, nil
	case ">=":
		return a >= b, nil
	}
	return nil, errNoValue
}

func operateInts(op string, a, b int64) (any, error) {
	switch op {
	case "<":
		return a < b, nil
	case "<=":
		return a <= b, nil
	case ">":
		return a > b, nil
	case ">=":
		return a >= b, nil
	case "+":
		return a + b, nil
	case "-":
		return a - b, nil
	case "*":
		return a * b, nil
	case "&":
		return a & b, nil
	case "|":
		return a | b, nil
	case "^":
		return a ^ b, nil
	case "/", "//", "%":
		if b == 0 {
			return nil, errNoValue
		}
		if op == "%" {
			return a % b, nil
		}
		return a / b, nil
	case "<<", ">>":
		if b < 0 || b > 62 {
			return nil, errNoValue
		}
		if op == "<<" {
			return a << b, nil
		}
		return a >> b, nil
	case "**":
		f := math.Pow(float64(a), float64(b))
		if b < 0 || math.Abs(f) > 1<<53 {
			return f, nil
		}
		return int64(f), nil
	}
	return nil, errNoValue
}

func operateFloats(op string, a, b float64) (any, error) {
	switch op {
	case "<":
		return a < b, nil
	case "<=":
		return a <= b, nil
	case ">":
		return a > b, nil
	case ">=":
		return a >= b, nil
	case "+":
		return a + b, nil
	case "-":
		return a - b, nil
	case "*":
		return a * b, nil
	case "/":
		return a / b, nil
	case "//":
		return math.Floor(a / b), nil
	case "%":
		return math.Mod(a, b), nil
	case "**":
		return math.Pow(a, b), nil
	}
	return nil, errNoValue
}

// promDuration returns the milliseconds of a duration such as 1h30m, as Prometheus
// writes them.
func promDuration(s string) (any, error) {
	units := map[string]int64{"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 7 * 86_400_000, "y": 365 * 86_400_000}
	var sum int64
	if s == "" {
		return nil, errNoValue
	}
	for s != "" {
		n := strings.IndexFunc(s, func(c rune) bool { return c < '0' || c > '9' })
		if n <= 0 {
			return nil, errNoValue
		}
		v, err := strconv.ParseInt(s[:n], 10, 32)
		if err != nil {
			return nil, errNoValue
		}
		s = s[n:]
		unit := s[:1]
		if strings.HasPrefix(s, "ms") {
			unit = "ms"
		}
		factor, ok := units[unit]
		if !ok {
			return nil, errNoValue
		}
		sum += v * factor
		s = s[len(unit):]
	}
	return sum, nil
}
