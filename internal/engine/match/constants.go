package match

// Constant is a value that is known without running the program.
type Constant struct {
	Kind Kind   // Str, Num or Lit
	Text string // as Node.Text
}

// Constant returns the value of an expression, if it is known.
func (f *File) Constant(n NodeID) (Constant, bool) {
	switch x := &f.nodes[n]; x.Kind {
	case Str, Num, Lit:
		return Constant{x.Kind, x.Text}, true
	}
	return Constant{}, false
}
