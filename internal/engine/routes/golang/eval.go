package golang

import (
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine/routes/facts"
)

func (r *goRun) block(body []goStmt, e *goEnv) (result *goVal) {
	for _, s := range body {
		if r.steps++; r.steps > maxGoSteps {
			return result
		}
		values := make([]*goVal, len(s.values))
		for i, v := range s.values {
			values[i] = r.eval(v, e, 0)
		}
		if s.returns {
			for _, v := range values {
				if v != nil && (result == nil || result.router == nil && (v.router != nil || result.object == nil && v.object != nil)) {
					result = v
				}
			}
			continue
		}
		for i, t := range s.targets {
			if i < len(values) && t != "" && t != "_" {
				r.assign(t, values[i], e)
			}
		}
	}
	return result
}

// assign assigns a value to a variable or field.
func (r *goRun) assign(target string, v *goVal, e *goEnv) {
	i := strings.LastIndexByte(target, '.')
	if i < 0 {
		if v != nil || e.get(target) == nil {
			e.names[target] = v
			if old := e.outer; old != nil && v != nil && v.router != nil {
				if _, ok := old.lookup(target); ok {
					old.set(target, v)
				}
			}
		}
		return
	}
	if v == nil {
		return
	}
	if of := r.ref(target[:i], e); of != nil && of.object != nil {
		of.object.fields[target[i+1:]] = v
	}
}

func (e *goEnv) lookup(name string) (*goVal, bool) {
	for ; e != nil; e = e.outer {
		if v, ok := e.names[name]; ok {
			return v, true
		}
	}
	return nil, false
}

// eval evaluates an expression, nil if nothing is known about it.
func (r *goRun) eval(x *goExpr, e *goEnv, depth int) *goVal {
	if r.steps++; x == nil || depth > maxGoDepth || r.steps > maxGoSteps {
		return nil
	}
	switch x.kind {
	case goText:
		return &goVal{text: x.text, isText: true}
	case goRef:
		return r.ref(x.text, e)
	case goSelect:
		return r.selectOf(r.eval(x.of, e, depth+1), x.text)
	case goLambda:
		return &goVal{fn: x.fn, env: e}
	case goJoin:
		v := &goVal{isText: true}
		for _, a := range x.args {
			part := r.eval(a, e, depth+1)
			if part == nil || !part.isText || len(v.text) > facts.MaxPath {
				return nil
			}
			v.text += part.text
		}
		return v
	case goList:
		v := &goVal{}
		for _, a := range x.args {
			v.list = append(v.list, r.eval(a, e, depth+1))
		}
		return v
	case goNew:
		o := r.object(x.text, e)
		for i, name := range x.names {
			v := r.eval(x.args[i], e, depth+1)
			if o != nil && v != nil {
				o.fields[name] = v
			}
			if v != nil && v.router != nil && o == nil { // http.Server{Handler: r}
				return v
			}
		}
		if o == nil {
			return nil
		}
		return &goVal{object: o}
	case goCall:
		return r.call(x, e, depth)
	}
	return nil
}

// object returns the abstract value of a struct type, nil if the tree does not
// declare it.
func (r *goRun) object(typ string, e *goEnv) *goObject {
	f := e.where()
	if f == nil || typ == "" {
		return nil
	}
	p := r.packages[f.dir]
	if first, rest, ok := strings.Cut(typ, "."); ok {
		p, typ = r.imported(f, first), rest
	}
	if p == nil || p.types[typ] == nil {
		return nil
	}
	key := p.dir + "\x00" + typ
	o := r.objects[key]
	if o == nil {
		o = &goObject{p.dir, typ, map[string]*goVal{}}
		r.objects[key] = o
	}
	return o
}

// where is the file of an environment.
func (e *goEnv) where() *goFile {
	for ; e != nil; e = e.outer {
		if e.file != nil {
			return e.file
		}
	}
	return nil
}

// ref evaluates a qualified name.
func (r *goRun) ref(chain string, e *goEnv) *goVal {
	first, rest, more := strings.Cut(chain, ".")
	v, known := e.lookup(first)
	f := e.where()
	if f == nil {
		return nil
	}
	p := r.packages[f.dir]
	if !known {
		switch {
		case more && f.imports[first] != "":
			return r.foreign(f, first, rest)
		case p.funcs[first] != nil:
			v = &goVal{fn: p.funcs[first], env: &goEnv{names: map[string]*goVal{}, outer: p.env, file: p.funcs[first].file}, name: first}
		default:
			if t, ok := r.constantOf(p, first); ok {
				v = &goVal{text: t, isText: true}
			}
		}
	}
	for more && v != nil {
		first, rest, more = strings.Cut(rest, ".")
		v = r.selectOf(v, first)
	}
	return v
}

// foreign evaluates a name of another package.
func (r *goRun) foreign(f *goFile, pkg, name string) *goVal {
	if f.imports[pkg] == "net/http" {
		if m := strings.ToUpper(strings.TrimPrefix(name, "Method")); strings.HasPrefix(name, "Method") && facts.IsMethod(m) {
			return &goVal{text: m, isText: true}
		}
		if name == "DefaultServeMux" {
			return &goVal{router: r.defaultMux()}
		}
		return nil
	}
	if m := strings.ToUpper(strings.TrimPrefix(name, "Method")); strings.HasPrefix(name, "Method") && facts.IsMethod(m) || facts.IsMethod(name) && r.namesMethods(f.imports[pkg]) {
		return &goVal{text: m, isText: true}
	}
	q := r.imported(f, pkg)
	if q == nil {
		return nil
	}
	r.start(q)
	first, rest, more := strings.Cut(name, ".")
	var v *goVal
	switch {
	case q.funcs[first] != nil:
		v = &goVal{fn: q.funcs[first], env: &goEnv{names: map[string]*goVal{}, outer: q.env, file: q.funcs[first].file}, name: first}
	case q.env.names[first] != nil:
		v = q.env.names[first]
	case len(q.files) > 0:
		if t, ok := r.constantOf(q, first); ok {
			v = &goVal{text: t, isText: true}
		}
	}
	for more && v != nil && len(q.files) > 0 {
		first, rest, more = strings.Cut(rest, ".")
		v = r.selectOf(v, first)
	}
	return v
}

// constantOf evaluates a package constant, which may depend on others.
func (r *goRun) constantOf(p *goPackage, name string) (string, bool) {
	v, ok := p.consts[name]
	if !ok {
		return "", false
	}
	t := v.Texts(func(ref string) facts.Value {
		if pkg, rest, ok := strings.Cut(ref, "."); ok {
			for _, file := range p.files {
				if q := r.imported(file, pkg); q != nil {
					return q.consts[rest]
				}
			}
			return facts.Value{}
		}
		return p.consts[ref]
	})
	if len(t) != 1 {
		return "", false
	}
	return t[0], true
}

// selectOf evaluates a field or method of a value.
func (r *goRun) selectOf(v *goVal, name string) *goVal {
	if v == nil || v.object == nil {
		if v != nil && v.router != nil {
			switch name { // of *gin.Engine, *echo.Echo and http.Server
			case "RouterGroup", "Handler", "Router", "Engine", "Mux", "Echo":
				return v
			}
		}
		return nil
	}
	o := v.object
	p := r.packages[o.dir]
	if f, ok := o.fields[name]; ok && f != nil {
		return f
	}
	if m := p.methods[o.typ+"."+name]; m != nil {
		return &goVal{fn: m, env: &goEnv{names: map[string]*goVal{}, outer: p.env, file: m.file}, recv: v, name: o.typ + "." + name}
	}
	t := p.types[o.typ]
	if t == nil || len(p.files) == 0 {
		return nil
	}
	typ, ok := t.fields[name]
	if !ok { // promoted from an embedded struct
		for _, field := range slices.Sorted(maps.Keys(t.fields)) {
			typ := t.fields[field]
			if facts.LastName(typ) != field {
				continue
			}
			if kind := r.typeKind(p, typ); kind != nil && o.fields[field] != nil {
				return o.fields[field]
			}
			if inner := r.object(typ, &goEnv{file: p.files[0]}); inner != nil && inner != o {
				if _, deep := r.packages[inner.dir].types[inner.typ].fields[name]; deep || r.packages[inner.dir].methods[inner.typ+"."+name] != nil {
					return r.selectOf(&goVal{object: inner}, name)
				}
			}
		}
		return nil
	}
	if kind := r.typeKind(p, typ); kind != nil {
		made := &goVal{router: r.newRouter(kind)}
		o.fields[name] = made
		return made
	}
	for _, file := range p.files {
		if inner := r.object(typ, &goEnv{file: file}); inner != nil {
			return &goVal{object: inner}
		}
	}
	return nil
}

func (r *goRun) typeKind(p *goPackage, typ string) *dialect {
	for _, f := range p.files {
		if k := r.routerType(f, typ); k != nil {
			return k
		}
	}
	return nil
}

// invoke runs a function.
func (r *goRun) invoke(fn *goFunc, recv *goVal, args []*goVal, e *goEnv) *goVal {
	if len(r.stack) > maxGoStack || r.steps > maxGoSteps {
		return nil
	}
	for _, f := range r.stack {
		if f == fn {
			return nil
		}
	}
	plain := true
	for _, a := range args {
		plain = plain && (a == nil || a.router == nil && a.fn == nil && a.object == nil && !a.isText)
	}
	if plain && fn.name != "" && fn.seen {
		if v, ok := r.memo[fn]; ok && (v == nil || v.router == nil) {
			return v
		}
	}
	for _, a := range args {
		if a != nil && a.router != nil {
			fn.related = true // whatever it does with the router
		}
	}
	if !fn.related {
		return r.returned(fn, nil, e)
	}
	fn.seen = true
	env := &goEnv{names: map[string]*goVal{}, outer: e}
	if fn.recvName != "" {
		if recv == nil {
			if o := r.object(fn.recv, e); o != nil {
				recv = &goVal{object: o}
			}
		}
		env.names[fn.recvName] = recv
	}
	for i, p := range fn.params {
		var v *goVal
		if i < len(args) {
			v = args[i]
		}
		if v == nil {
			if kind := r.routerType(fn.file, p.typ); kind != nil {
				v = &goVal{router: r.newRouter(kind)}
			} else if o := r.object(p.typ, e); o != nil {
				v = &goVal{object: o}
			}
		}
		if p.name != "" {
			env.names[p.name] = v
		}
	}
	r.stack = append(r.stack, fn)
	result := r.block(fn.body, env)
	r.stack = r.stack[:len(r.stack)-1]
	result = r.returned(fn, result, e)
	if fn.name != "" {
		r.memo[fn] = result
	}
	return result
}

// returned is the result of a function: if the value is unknown, its type may tell.
func (r *goRun) returned(fn *goFunc, result *goVal, e *goEnv) *goVal {
	if result == nil && len(fn.results) > 0 {
		if o := r.object(fn.results[0], e); o != nil {
			return &goVal{object: o}
		}
	}
	return result
}
