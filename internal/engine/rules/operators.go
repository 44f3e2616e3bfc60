package rules

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

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
