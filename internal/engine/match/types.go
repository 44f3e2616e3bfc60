package match

// TypeOf returns the node of the type that an expression is declared to have, 0 if
// it is not known.
func (f *File) TypeOf(n NodeID) NodeID {
	return 0
}
