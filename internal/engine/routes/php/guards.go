package php

import (
	"regexp"
	"strings"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// aliasFacts are the names of middleware in a Laravel kernel, with their classes.
var aliasFacts facts.Slot[map[string]string]

// middlewareAliases records the names of middleware: 'role' => CheckRole::class.
func middlewareAliases(s *facts.Reader) {
	if !strings.HasSuffix("/"+s.Path, "/Http/Kernel.php") && !strings.HasSuffix("/"+s.Path, "/bootstrap/app.php") {
		return
	}
	r := &laravelReader{Reader: s}
	out := map[string]string{}
	for _, n := range s.NodesOf(match.Pair) {
		if name := facts.Constant(s.File, s.Kid(n, 0)); name != "" && strings.HasSuffix(facts.Dotted(s.File, s.Kid(n, 1)), ".class") {
			out[name] = r.className(s.Kid(n, 1))
		}
	}
	aliasFacts.Set(s.Facts, out)
}

// alias returns the class of a middleware's name in the application that a file belongs to.
func (x *index) alias(file, name string) string {
	best, most := "", -1
	for _, base := range []string{"Kernel.php", "app.php"} {
		for _, p := range x.linker.Named(base) {
			if f := x.linker.Facts(p); f != nil && aliasFacts.Get(f)[name] != "" && facts.Nearness(file, p) > most {
				best, most = aliasFacts.Get(f)[name], facts.Nearness(file, p)
			}
		}
	}
	return best
}

var (
	// knownMiddleware is that of Laravel and of its packages that refuses callers: Sanctum, Passport, JWT,
	// permissions by Spatie.
	knownMiddleware = regexp.MustCompile(`^(auth|auth\.basic|auth\.session|can|verified|password\.confirm|role|permission|role_or_permission|scopes?|ability|abilities|client|jwt\.auth|jwt\.verify)$`)
	knownClasses    = regexp.MustCompile(`^(Authenticate|AuthenticateWithBasicAuth|Authorize|EnsureEmailIsVerified|RequirePassword|EnsureClientIsResourceOwner|CheckClientCredentials|CheckScopes|CheckForAnyScope|CheckAbilities|CheckForAnyAbility|RoleMiddleware|PermissionMiddleware|RoleOrPermissionMiddleware)$`)
)

// middleware returns Laravel middleware as a guard: it is proven if its class refuses callers, or
// is that of a library.
func (x *index) middleware(file, name string) facts.Guard {
	g := facts.Guard{Name: name, Looks: isMiddlewareGuard(name)}
	base, _, _ := strings.Cut(name, ":")
	class := x.alias(file, base)
	switch {
	case class != "":
		g.Known = x.refuses(file, class, 0)
	case facts.IsGuard(base) || base != "" && base[0] >= 'A' && base[0] <= 'Z':
		g.Known = knownMiddleware.MatchString(base) || x.refuses(file, base, 0)
	default:
		g.Known = knownMiddleware.MatchString(base)
	}
	return g
}

// refuses reports whether a middleware class refuses callers.
func (x *index) refuses(file, class string, depth int) bool {
	class = facts.LastName(class)
	if c := x.Find(file, class); c != nil && depth < 4 {
		if refuses, own := c.Refuses(); own {
			return refuses
		}
		for _, s := range c.Supers {
			if s = facts.LastName(s); s != class && s != "Middleware" {
				return x.refuses(file, s, depth+1)
			}
		}
		// class Authenticate extends Middleware, which is that of Laravel under another name.
		return knownClasses.MatchString(class)
	}
	return knownClasses.MatchString(class)
}

// phpGuards returns the attributes and annotations that act as a guard.
func (x *index) phpGuards(file string, levels ...[]classes.Annotation) (out []facts.Guard) {
	for _, notes := range levels {
		for _, n := range notes {
			switch n.Name {
			case "IsGranted", "Authorize":
				open := strings.Contains(n.Text, "PUBLIC_ACCESS") || strings.Contains(n.Text, "ANONYMOUSLY")
				out = append(out, facts.Guard{Name: n.Text, Looks: true, Known: n.Name == "IsGranted" && !open && x.Find(file, n.Name) == nil})
			case "Security": // of documentation, unless it has an expression
				out = append(out, facts.Guard{Name: n.Text, Looks: true, Known: strings.Contains(n.Text, "is_granted")})
			case "Middleware":
				for _, t := range n.Arg("", "middleware").Texts(nil) {
					out = append(out, x.middleware(file, t))
				}
			}
		}
	}
	return out
}
