package ecosystem

import (
	"strings"
	"testing"
)

// TestOrder has versions in the documented order of each ecosystem. Those joined by = are
// equal.
func TestOrder(t *testing.T) {
	for kind, order := range map[Kind]string{
		// https://semver.org, item 11
		NPM:   "0 0.0.1-alpha 0.0.1 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0=v1.0.0=1.0.0+build=1 1.0.2 1.0.10 1.2.0 2.0.0 10.0.0",
		Cargo: "0.1.0 0.2.0-alpha.1 0.2.0 1.0.0",
		Go:    "v0.0.0-20190101000000-abcdefabcdef v0.0.0-20200101000000-abcdefabcdef v0.1.0 v1.0.0-rc.1 v1.0.0 v3.2.0+incompatible=3.2.0 v4.0.0-preview1 v4.0.0",
		// https://peps.python.org/pep-0440/#summary-of-permitted-suffixes-and-relative-ordering
		PyPI: "1.0.dev456 1.0a1=1.0.alpha1=1.0-a.1 1.0a2.dev456 1.0a12.dev456 1.0a12 1.0b1.dev456 1.0b2 1.0b2.post345.dev456 1.0b2.post345 1.0rc1.dev456 1.0rc1=1.0c1=1.0-preview1 1.0=1.0.0=v1.0 " +
			"1.0+abc.5 1.0+abc.7 1.0+5 1.0.post456.dev34 1.0.post456=1.0-456=1.0.rev456 1.0.15 1.1.dev1 1.1 2013.10 1!0.1",
		// https://maven.apache.org/pom.html#version-order-specification
		Maven: "1-alpha2=1-a2=1.alpha2=1-alpha-2 1-alpha10 1-beta1 1-milestone1=1-m1 1-rc1=1-cr1 1-snapshot 1=1.0=1.0.0=1-ga=1.final=1-0=1.0.0-ga 1-sp 1-bar 1-foo2=1.foo2 1-foo10 1-1 1.0.1 1.1-rc1 1.1 2.0-rc1 2.0 2.14.1 2.15.0 10",
		// https://guides.rubygems.org, Gem::Version
		RubyGems: "1.0.a=1.a 1.0.a.2 1.0.a9 1.0.a10 1.0.b1 1.0-rc1 1.0=1=1.0.0 1.0.1 1.1.rc1 1.1 1.2 1.10 3.0.0.beta1 3.0.0",
		// https://learn.microsoft.com/nuget/concepts/package-versioning
		NuGet: "1.0.0-alpha 1.0.0-alpha.1=1.0.0-Alpha.1 1.0.0-beta 1.0.0-rc.1 1.0.0=1.0=1.0.0.0=1.0.0+x 1.0.0.1 1.0.1 12.0.1 12.0.3",
		// https://getcomposer.org/doc/articles/versions.md
		Packagist: "1.0.0-dev 1.0.0-alpha1=1.0.0-a1 1.0.0-alpha2 1.0.0-beta1 1.0.0-RC1-dev 1.0.0-RC1 1.0.0=v1.0=1.0.0.0=1.0.0-stable 1.0.0-p1=1.0.0-patch1 1.0.1 1.10.0 2.0.0",
		Actions:   "v1 1.0.1 v2.1 4.1.2 46.0.1",
	} {
		words := strings.Fields(order)
		for i, a := range words {
			for j, b := range words {
				want := 0
				if i < j {
					want = -1
				} else if i > j {
					want = 1
				}
				for _, x := range strings.Split(a, "=") {
					for _, y := range strings.Split(b, "=") {
						if got, ok := kind.Compare(x, y); !ok || got != want {
							t.Errorf("%s: %s to %s is %d, %v; want %d", kind, x, y, got, ok, want)
						}
					}
				}
			}
		}
	}
}

func TestNoVersion(t *testing.T) {
	for kind, words := range map[Kind]string{
		NPM: "latest 1.x 1.2.3.4 ^1.0.0 file:../a git+https://x", PyPI: "2004d 1.0-x>=1", RubyGems: ">=1 1..2", NuGet: "1.* [1.0,2.0) 1.2.3.4.5", Packagist: "dev-master 1.0.x-dev", Cargo: "*", Go: "master",
	} {
		for _, word := range strings.Fields(words) {
			if kind.Valid(word) {
				t.Errorf("%s takes %q for a version", kind, word)
			}
		}
		if kind.Valid("") || kind.Valid(strings.Repeat("1", maxVersion+1)) {
			t.Errorf("%s takes nothing, or anything, for a version", kind)
		}
	}
}

func TestNormal(t *testing.T) {
	for _, c := range []struct {
		kind      Kind
		name, one string
	}{
		{PyPI, "Flask_SQL..Alchemy", "flask-sql-alchemy"}, {NuGet, "Newtonsoft.Json", "newtonsoft.json"}, {Packagist, "Symfony/HTTP-Kernel", "symfony/http-kernel"},
		{NPM, "JSONStream", "JSONStream"}, {Maven, "org.Foo:Bar", "org.Foo:Bar"}, {Go, "github.com/BurntSushi/toml", "github.com/BurntSushi/toml"}, {Actions, "Actions/Checkout", "actions/checkout"},
	} {
		if got := c.kind.Normal(c.name); got != c.one {
			t.Errorf("%s: %s is %s, want %s", c.kind, c.name, got, c.one)
		}
	}
}

// FuzzCompare checks that every order is antisymmetric and reflexive.
func FuzzCompare(f *testing.F) {
	f.Add(3, "1.0-alpha.1", "1.0_2+x")
	f.Add(0, "1..2--", "00000000000000000000000000000000000001")
	f.Add(2, "1.0.Final-SNAPSHOT", "1.0-~^1")
	f.Add(1, "1!2.0rc1.post2.dev3+a.1", "v1")
	f.Fuzz(func(t *testing.T, n int, a, b string) {
		kind := Kinds[uint(n)%uint(len(Kinds))]
		x, ok := kind.Compare(a, b)
		y, also := kind.Compare(b, a)
		if ok != also || x != -y {
			t.Errorf("%s: %q to %q is %d (%v), the other way %d (%v)", kind, a, b, x, ok, y, also)
		}
		if same, ok := kind.Compare(a, a); ok && same != 0 {
			t.Errorf("%s: %q is not equal to itself", kind, a)
		}
	})
}
