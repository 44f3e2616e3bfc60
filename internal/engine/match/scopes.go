package match

// owner returns the function that declares the variable, 0 if none does.
func (f *File) owner(n NodeID) NodeID {
	f.localOnce.Do(f.findLocals)
	p := f.Node(n).Parent
	if k := f.kind(p); k == Member && f.Kid(p, 1) == n || k == KwArg && f.Kid(p, 0) == n {
		return 0
	}
	name := f.Node(n).Text
	for ; p != 0; p = f.Node(p).Parent {
		if (f.kind(p) == Func || p == f.Root()) && f.locals[p][name] {
			return p
		}
	}
	return 0
}

// findLocals records which names each function declares.
func (f *File) findLocals() {
	f.locals = map[NodeID]map[string]bool{}
	undeclared := f.Language == "python" || f.Language == "ruby" || f.Language == "php"
	var walk func(n, fn NodeID)
	walk = func(n, fn NodeID) {
		if n == 0 {
			return
		}
		target := NodeID(0)
		switch f.kind(n) {
		case Func:
			fn = n
			f.locals[fn] = map[string]bool{}
		case Class:
			fn = 0
		case Param, VarDef:
			target = f.Kid(n, 1)
		case ForEach:
			target = f.Kid(n, 0)
		case Assign:
			if undeclared && f.kind(f.Kid(n, 0)) != Member {
				target = f.Kid(n, 0)
			}
		}
		if fn != 0 && target != 0 {
			for _, name := range f.targets(target, nil) {
				f.locals[fn][name] = true
			}
		}
		for _, k := range f.Kids(n) {
			walk(k, fn)
		}
	}
	// Top-level declarations belong to the root.
	f.locals[f.Root()] = map[string]bool{}
	walk(f.Root(), f.Root())
}
