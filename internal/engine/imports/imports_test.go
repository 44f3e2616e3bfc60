package imports

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func treeOf(paths string) *Tree {
	set := map[string]bool{}
	for p := range strings.FieldsSeq(paths) {
		set[p] = true
	}
	return NewTree(func(p string) bool { return set[p] }, maps.Keys(set))
}

func TestJavaScript(t *testing.T) {
	tree := treeOf("app.js lib/user.ts lib/user.service.ts lib/index.js web/src/store/cart.ts web/store/cart.ts web/src/pages/home.tsx web/src/api.mts src/a.js controllers/user.js data.json lodash.js scope/x.js")
	for _, c := range []struct{ from, spec, want string }{
		{"app.js", "./lib/user", "lib/user.ts"},
		{"app.js", "./lib/user.js", "lib/user.ts"}, // TypeScript names what the compiler makes
		{"app.js", "./lib/user.service", "lib/user.service.ts"},
		{"app.js", "./lib/user.model", ""}, // not the file with another ending
		{"app.js", "./lib", "lib/index.js"},
		{"lib/user.ts", ".", "lib/index.js"},
		{"lib/user.ts", "../app", "app.js"},
		{"app.js", "./data.json", "data.json"},
		{"web/src/pages/home.tsx", "@/store/cart", "web/src/store/cart.ts"},
		{"web/src/pages/home.tsx", "~/api", "web/src/api.mts"},
		{"web/src/pages/home.tsx", "#store/cart", "web/src/store/cart.ts"},
		{"web/src/pages/home.tsx", "src/store/cart", "web/src/store/cart.ts"},
		{"web/src/pages/home.tsx", "controllers/user", "controllers/user.js"}, // a setting of the compiler
		{"app.js", "lodash", ""},                                              // a package
		{"app.js", "@scope/x", ""},                                            // one of a scope
		{"app.js", "react/dom", ""},                                           // one of which a part is imported
		{"app.js", "../../etc/x", ""},
		{"app.js", "", ""},
		{"app.js", strings.Repeat("a/", 200), ""},
	} {
		if got := tree.JavaScript(c.from, c.spec); got != c.want {
			t.Errorf("%q in %s: %q, want %q", c.spec, c.from, got, c.want)
		}
	}
}

func TestPython(t *testing.T) {
	tree := treeOf("app.py shop/__init__.py shop/models.py shop/views/__init__.py shop/views/cart.py shop/celery.py celery/__init__.py web/src/lib/x.py web/main.py shop.d/x.py")
	for _, c := range []struct{ from, module, want string }{
		{"app.py", "shop", "shop/__init__.py"},
		{"app.py", "shop.models", "shop/models.py"},
		{"shop/views/cart.py", "shop.models", "shop/models.py"},
		{"shop/views/cart.py", "..models", "shop/models.py"},
		{"shop/views/cart.py", ".", "shop/views/__init__.py"},
		{"shop/views/cart.py", "..", "shop/__init__.py"},
		{"shop/celery.py", "celery", "celery/__init__.py"}, // not itself
		{"web/main.py", "lib.x", "web/src/lib/x.py"},
		{"app.py", "os", ""},
		{"app.py", "....x", ""},
		{"app.py", "", ""},
	} {
		if got := tree.Python(c.from, c.module); got != c.want {
			t.Errorf("%q in %s: %q, want %q", c.module, c.from, got, c.want)
		}
	}
}

func TestGo(t *testing.T) {
	g := NewGo(map[string][]byte{"go.mod": []byte("module example.com/shop\n"), "tools/go.mod": []byte("module \"example.com/shop/tools\" // beside\n"), "bad/go.mod": []byte("modul x\n")})
	for p, want := range map[string]string{"example.com/shop": ".", "example.com/shop/cart": "cart", "example.com/shop/tools/gen": "tools/gen", "example.com/shopping": "", "fmt": ""} {
		if got, ok := g.Folder(p); got != want || ok != (want != "") {
			t.Errorf("%s: %q", p, got)
		}
	}
	if !g.Has("cart/cart.go") || NewGo(nil).Has("a.go") {
		t.Error("which files are in a module?")
	}
	old := NewGo(nil)
	old.Guess(slices.Values([]string{"app", "app/util", "app/store"}), func(yield func(string, string) bool) {
		_ = yield("app/main.go", "x.org/y/app/util") && yield("app/main.go", "x.org/y/app/store")
	})
	if dir, ok := old.Folder("x.org/y/app/store"); !ok || dir != "app/store" {
		t.Errorf("guessed %q", dir)
	}
}
