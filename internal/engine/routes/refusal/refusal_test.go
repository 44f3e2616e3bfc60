package refusal_test

import (
	"testing"

	"vigil/internal/engine/match"
	"vigil/internal/engine/routes/refusal"
	"vigil/internal/engine/syntax"
	"vigil/internal/engine/syntax/syntaxtest"
)

var parsers = map[string]*syntax.Parser{}

func parse(t *testing.T, language, text string) *match.File {
	t.Helper()
	p := parsers[language]
	if p == nil {
		e, err := syntaxtest.Engine()
		if err != nil {
			t.Fatal(err)
		}
		if p, err = e.Parser(language); err != nil {
			t.Fatal(err)
		}
		parsers[language] = p
	}
	tree, err := p.Parse(t.Context(), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return match.NewFile(tree, "x")
}

// TestOf: what refuses a caller without credentials is a guard; what only looks like one is not.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		name, language, code string
		want                 bool
	}{
		{"answers 401", "javascript", `function f(req, res, next) { if (!req.session.user) { return res.status(401).end() } next() }`, true},
		{"else", "javascript", `const f = (req, res, next) => { if (req.isAuthenticated()) next(); else res.redirect('/login') }`, true},
		{"early pass", "javascript", `function f(req, res, next) { if (req.user) return next(); res.sendStatus(403) }`, true},
		{"factory", "javascript", `const f = (role) => { return (req, res, next) => { const t = verify(utils.jwtFrom(req)) && decode(utils.jwtFrom(req)); if (t?.data?.role === role) { next() } else { res.status(403).json({}) } } }`, true},
		{"callback", "javascript", `function f(req, res, next) { const token = req.headers['authorization']; jwt.verify(token, key, (err, data) => { if (err) return res.sendStatus(403); req.user = data; next() }) }`, true},
		{"catch", "javascript", `function f(req, res, next) { try { req.user = jwt.verify(req.cookies.token, key); next() } catch (e) { next(e) } }`, true},
		{"catch with 401", "javascript", `const f = () => (req, res, next) => { try { req.body.UserId = users.tokenMap[utils.jwtFrom(req)].data.id; next() } catch (error) { res.status(401).json({}) } }`, true},
		{"throws", "javascript", `async function f(req) { const user = await load(req.session.id); if (!user) throw new Error('no') }`, true},
		{"next(err)", "javascript", `function f(req, res, next) { if (!req.user) return next(new Error('no')); next() }`, true},
		{"ternary", "javascript", `const f = (req, res, next) => req.user ? next() : res.sendStatus(401)`, true},
		{"&&", "javascript", `function f(req, res, next) { if (!req.user) { res.status(401).end(); return }; return next() }`, true},
		{"Koa", "javascript", `async function f(ctx, next) { if (!ctx.state.user) ctx.throw(401); await next() }`, true},
		{"Koa status", "javascript", `async function f(ctx, next) { if (!ctx.session.user) { ctx.status = 401; return } await next() }`, true},
		{"role", "javascript", `const f = (...roles) => (req, res, next) => { if (!roles.includes(req.user.role)) { return res.status(403).json({}) } next() }`, true},

		{"optional: sets the user, always goes on", "javascript", `const f = () => (req, res, next) => { const token = req.cookies.token || utils.jwtFrom(req); if (token && users.get(token) === undefined) { jwt.verify(token, key, (err, decoded) => { if (err === null) { users.put(token, decoded); res.cookie('token', token) } }) } next() }`, false},
		{"optional: refuses only a bad token", "javascript", `function f(req, res, next) { const token = req.headers.authorization; if (token) { try { req.user = jwt.verify(token, key) } catch (e) { return res.sendStatus(401) } } next() }`, false},
		{"optional: no token passes first", "javascript", `function f(req, res, next) { const token = req.headers.authorization; if (!token) return next(); jwt.verify(token, key, (err, u) => { if (err) return res.sendStatus(401); next() }) }`, false},
		{"early next", "javascript", `function f(req, res, next) { next(); if (!req.user) return res.status(401).end() }`, false},
		{"early return next", "javascript", `function f(req, res, next) { return next(); if (!req.user) return res.status(401).end() }`, false},
		{"goes on after the denial", "javascript", `function f(req, res, next) { if (!req.user) { res.status(401).end() } next() }`, false},
		{"guest only", "javascript", `function f(req, res, next) { if (req.user) return res.redirect('/home'); next() }`, false},
		{"another reason", "javascript", `function f(req, res, next) { if (!req.body.name) return res.status(403).end(); next() }`, false},
		{"CSRF is no caller", "javascript", `function f(req, res, next) { if (req.headers['x-csrf-token'] !== req.session.csrfToken) return res.status(403).end(); next() }`, false},
		{"a record, not the caller", "javascript", `function f(req, res, next) { const user = db.find(req.body.email); if (user) return res.status(403).end(); next() }`, false},
		{"everyone", "javascript", `function f(req, res, next) { res.status(403).end() }`, false},
		{"forwards errors of others", "javascript", `async function f(req, res, next) { try { req.user = await find(req.session.userId); next() } catch (e) { next(e) } }`, false},

		{"decorator", "python", "def f(g):\n    @wraps(g)\n    def w(*a, **k):\n        if 'user' not in session:\n            return redirect(url_for('login'))\n        return g(*a, **k)\n    return w\n", true},
		{"raises", "python", "async def f(token: str = Depends(oauth2)):\n    try:\n        p = jwt.decode(token, KEY)\n        name = p.get('sub')\n        if name is None:\n            raise error\n    except JWTError:\n        raise error\n    return name\n", true},
		{"raises 401", "python", "def f(user=Depends(get_user)):\n    if not user.is_admin:\n        raise HTTPException(status_code=403)\n    return user\n", true},
		{"abort", "python", "def f():\n    if not current_user.is_authenticated:\n        abort(401)\n", true},
		{"tuple", "python", "def f(g):\n    def w(*a):\n        token = request.headers.get('Authorization')\n        if not token:\n            return jsonify({}), 401\n        return g(*a)\n    return w\n", true},
		{"optional", "python", "def f(token = Depends(oauth2)):\n    if token is None:\n        return None\n    try:\n        return jwt.decode(token, KEY)\n    except JWTError:\n        return None\n", false},
		{"optional with a bad token", "python", "def f(token = Depends(oauth2)):\n    if not token:\n        return None\n    user = load(token)\n    if user is None:\n        raise HTTPException(401)\n    return user\n", false},
		{"logs", "python", "def f(g):\n    def w(*a):\n        if not session.get('user'):\n            log('anonymous')\n        return g(*a)\n    return w\n", false},

		{"Go", "go", "package m\nfunc f(next http.Handler) http.Handler {\n\treturn http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {\n\t\tu, err := parse(r.Header.Get(\"Authorization\"))\n\t\tif err != nil {\n\t\t\thttp.Error(w, \"no\", http.StatusUnauthorized)\n\t\t\treturn\n\t\t}\n\t\tnext.ServeHTTP(w, r)\n\t})\n}\n", true},
		{"Go without return", "go", "package m\nfunc f(next http.Handler) http.Handler {\n\treturn http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {\n\t\tif r.Header.Get(\"Authorization\") == \"\" {\n\t\t\thttp.Error(w, \"no\", http.StatusUnauthorized)\n\t\t}\n\t\tnext.ServeHTTP(w, r)\n\t})\n}\n", false},
		{"gin", "go", "package m\nimport \"github.com/gin-gonic/gin\"\nfunc f() gin.HandlerFunc {\n\treturn func(c *gin.Context) {\n\t\tif c.GetHeader(\"Authorization\") == \"\" {\n\t\t\tc.AbortWithStatus(401)\n\t\t\treturn\n\t\t}\n\t\tc.Next()\n\t}\n}\n", true},
		{"gin without abort", "go", "package m\nimport \"github.com/gin-gonic/gin\"\nfunc f() gin.HandlerFunc {\n\treturn func(c *gin.Context) {\n\t\tif c.GetHeader(\"Authorization\") == \"\" {\n\t\t\tc.JSON(401, nil)\n\t\t\treturn\n\t\t}\n\t\tc.Next()\n\t}\n}\n", false},
		{"gin with abort", "go", "package m\nimport \"github.com/gin-gonic/gin\"\nfunc f(c *gin.Context) {\n\tif c.GetHeader(\"Authorization\") == \"\" {\n\t\tc.JSON(401, nil)\n\t\tc.Abort()\n\t\treturn\n\t}\n\tc.Next()\n}\n", true},
		{"Echo", "go", "package m\nfunc f(next echo.HandlerFunc) echo.HandlerFunc {\n\treturn func(c echo.Context) error {\n\t\tif c.Get(\"user\") == nil {\n\t\t\treturn echo.ErrUnauthorized\n\t\t}\n\t\treturn next(c)\n\t}\n}\n", true},

		{"Rails", "ruby", "def f\n  redirect_to login_path unless current_user\nend\n", true},
		{"Rails head", "ruby", "def f\n  return if session[:user_id]\n  head :unauthorized\nend\n", true},
		{"Rails raise", "ruby", "def f\n  @user = find(token: request.headers['Authorization'])\n  raise Denied unless @user\nend\n", true},
		{"Rails optional", "ruby", "def f\n  @user = find(session[:user_id]) if session[:user_id]\nend\n", false},

		{"Laravel", "php", "<?php function f($request, Closure $next) { if (!Auth::check()) { return redirect('/login'); } return $next($request); }", true},
		{"Laravel role", "php", "<?php function f($request, Closure $next) { if (! $request->user()->isAdmin()) abort(403); return $next($request); }", true},
		{"Laravel guest", "php", "<?php function f($request, Closure $next) { if (Auth::check()) { return redirect('/home'); } return $next($request); }", false},
		{"Laravel locale", "php", "<?php function f($request, Closure $next) { if (Auth::check()) { App::setLocale(Auth::user()->locale); } return $next($request); }", false},
		{"PHP exit", "php", "<?php function f() { if (!isset($_SESSION['user'])) { header('Location: login.php'); exit; } }", true},

		{"Java filter", "java", "class A { void f(HttpServletRequest request, HttpServletResponse response, FilterChain chain) { String h = request.getHeader(\"Authorization\"); if (h == null) { response.sendError(401); return; } chain.doFilter(request, response); } }", true},
		{"Java filter that goes on", "java", "class A { void f(HttpServletRequest request, HttpServletResponse response, FilterChain chain) { String h = request.getHeader(\"Authorization\"); if (h != null) { SecurityContextHolder.getContext().setAuthentication(parse(h)); } chain.doFilter(request, response); } }", false},
		{"C# filter", "c_sharp", "class A { void f(AuthorizationFilterContext context) { var user = context.HttpContext.Items[\"User\"]; if (user == null) { context.Result = new JsonResult(1) { StatusCode = 401 }; } } }", true},
		{"C# filter that logs", "c_sharp", "class A { void f(AuthorizationFilterContext context) { var user = context.HttpContext.Items[\"User\"]; if (user == null) { Log.Info(1); } } }", false},
	} {
		f := parse(t, c.language, c.code)
		got := refusal.New(f).Of(f.NodesOf(match.Func)[0])
		if got.Refuses != c.want {
			t.Errorf("%s, %s: %+v", c.language, c.name, got)
		}
	}
}

func TestPredicate(t *testing.T) {
	for _, c := range []struct {
		name, language, code string
		want                 bool
	}{
		{"returns the user", "typescript", `class G { canActivate(c) { const request = c.switchToHttp().getRequest(); return !!request.user } }`, true},
		{"roles", "typescript", `class G { canActivate(c) { const { user } = c.switchToHttp().getRequest(); return this.roles.some((r) => user.roles?.includes(r)) } }`, true},
		{"throws", "typescript", `class G { canActivate(c) { if (!c.request.headers.authorization) { throw new UnauthorizedException() } return true } }`, true},
		{"true", "typescript", `class G { canActivate(c) { const user = c.request.user; log(user); return true } }`, false},
		{"permission", "python", "class P:\n    def has_permission(self, request, view):\n        return bool(request.user and request.user.is_staff)\n", true},
		{"no permission", "python", "class P:\n    def has_permission(self, request, view):\n        return True\n", false},
		{"method only", "python", "class P:\n    def has_permission(self, request, view):\n        return request.method in SAFE\n", false},
	} {
		f := parse(t, c.language, c.code)
		if got := refusal.New(f).Predicate(f.NodesOf(match.Func)[0]); got.Refuses != c.want {
			t.Errorf("%s, %s: %+v", c.language, c.name, got)
		}
	}
}
