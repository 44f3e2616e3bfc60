package match

import "strconv"

// Constant is the value of a constant expression.
type Constant struct {
	Kind Kind   // Str, Num or Lit
	Text string // as Node.Text
	At   NodeID // where it is written, 0 if it is concatenated
}

// Constant returns the value of a constant expression: a literal, a variable
// that holds one here, or a concatenation of strings.
func (f *File) Constant(n NodeID) (Constant, bool) {
	f.constOnce.Do(f.propagate)
	return f.eval(n, 0)
}

// Value returns the expression last assigned to a variable, 0 if that is not certain.
func (f *File) Value(n NodeID) NodeID {
	f.constOnce.Do(f.propagate)
	return f.values[n]
}

func (f *File) eval(n NodeID, depth int) (Constant, bool) {
	if depth > 200 {
		return Constant{}, false
	}
	if c, ok := f.consts[n]; ok {
		return c, true
	}
	switch x := f.Node(n); x.Kind {
	case Str, Num, Lit, Regexp:
		return Constant{x.Kind, x.Text, n}, true
	case Interp, Concat:
		text := ""
		for _, k := range f.Kids(n) {
			c, ok := f.eval(k, depth+1)
			if !ok {
				return Constant{}, false
			}
			text += c.Text
		}
		return Constant{Kind: Str, Text: text}, true
	case Binary:
		a, ok := f.eval(f.Kid(n, 0), depth+1)
		if !ok || x.Count() != 2 {
			return Constant{}, false
		}
		b, ok := f.eval(f.Kid(n, 1), depth+1)
		if !ok {
			return Constant{}, false
		}
		return calculate(x.Text, a, b)
	case Unary:
		if c, ok := f.eval(f.Kid(n, 0), depth+1); ok && x.Text == "-" && c.Kind == Num {
			return Constant{Kind: Num, Text: "-" + c.Text}, true
		}
	}
	return Constant{}, false
}

func calculate(op string, a, b Constant) (Constant, bool) {
	if (op == "+" || op == "." || op == "++" || op == "~") && (a.Kind == Str || b.Kind == Str) && a.Kind != Lit && b.Kind != Lit {
		return Constant{Kind: Str, Text: a.Text + b.Text}, true
	}
	x, errA := strconv.ParseInt(a.Text, 0, 64)
	y, errB := strconv.ParseInt(b.Text, 0, 64)
	if a.Kind != Num || b.Kind != Num || errA != nil || errB != nil {
		return Constant{}, false
	}
	switch op {
	case "+":
		x += y
	case "-":
		x -= y
	case "*":
		x *= y
	case "<<":
		if y < 0 || y > 62 {
			return Constant{}, false
		}
		x <<= uint(y)
	default:
		return Constant{}, false
	}
	return Constant{Kind: Num, Text: strconv.FormatInt(x, 10)}, true
}
