package dependencies

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine/enginetest"
)

// tree has the files of a case, by path; the first is the one that is read.
type parseCase struct {
	name  string
	files []string // path, text, path, text
	// want has one package a line: name version, then line, and what is known of it: direct,
	// transitive, dev, vague. A version that is open is ?.
	want string
}

var parseCases = []parseCase{
	{"npm 3", []string{"web/package-lock.json", `{
  "name": "shop", "lockfileVersion": 3,
  "packages": {
    "": {"dependencies": {"left": "^1.0.0"}, "devDependencies": {"lint": "*"}},
    "node_modules/left": {"version": "1.2.3"},
    "node_modules/left/node_modules/@scope/right": {"version": "2.0.0-rc.1"},
    "node_modules/lint": {"version": "3.0.0", "dev": true},
    "node_modules/deep": {"version": "4.0.0", "dev": true},
    "node_modules/alias": {"name": "real", "version": "5.0.0"},
    "node_modules/tool": {"link": true, "resolved": "packages/tool"},
    "node_modules/git": {"version": "git+ssh://git@example.com/git.git#abc"},
    "packages/tool": {"version": "1.0.0", "dependencies": {"deep": "1"}}
  }
}`}, `left 1.2.3 5 direct
@scope/right 2.0.0-rc.1 6 transitive
lint 3.0.0 7 direct dev
deep 4.0.0 8 direct dev
real 5.0.0 9 transitive`},
	{"npm 1", []string{"npm-shrinkwrap.json", `{"lockfileVersion": 1, "dependencies": {
  "left": {"version": "1.2.3", "dependencies": {
    "right": {"version": "2.0.0", "dev": true}}},
  "other": {"version": "npm:@real/name@3.0.0"},
  "folder": {"version": "file:../folder"}
}}`, "package.json", `{"dependencies": {"left": "1"}}`}, `left 1.2.3 2 direct
right 2.0.0 3 transitive dev
@real/name 3.0.0 4 transitive`},
	{"Yarn 1", []string{"yarn.lock", `# yarn lockfile v1


"@scope/left@^1.0.0", "@scope/left@^1.1.0":
  version "1.2.3"
  resolved "https://example.com/left.tgz#abc"
  dependencies:
    version "9.9.9"

right@~2:
  version "2.0.0"

"alias@npm:real@^3.0.0":
  version "3.0.0"
`, "package.json", `{"dependencies": {"@scope/left": "1"}, "devDependencies": {"alias": "3"}}`}, `@scope/left 1.2.3 4 direct
right 2.0.0 10 transitive
real 3.0.0 13 direct dev`},
	{"Yarn 4", []string{"yarn.lock", `__metadata:
  version: 8

"left@npm:^1.0.0, left@npm:^1.1.0":
  version: 1.2.3
  resolution: "left@npm:1.2.3"
  languageName: node
  linkType: hard

"shop@workspace:.":
  version: 0.0.0-use.local
  resolution: "shop@workspace:."
  linkType: soft

"right@patch:right@npm%3A2.0.0#optional":
  version: 2.0.0
  resolution: "right@patch:right@npm%3A2.0.0#optional::version=2.0.0"
  linkType: hard

"alias@npm:@real/name@^3.0.0":
  version: 3.0.0
  resolution: "@real/name@npm:3.0.0"
  linkType: hard
`}, `left 1.2.3 4
right 2.0.0 15
@real/name 3.0.0 20`},
	{"pnpm 5", []string{"pnpm-lock.yaml", `lockfileVersion: 5.4

specifiers:
  left: ^1.0.0

dependencies:
  left: 1.2.3

packages:

  /@scope/right/2.0.0_left@1.2.3:
    resolution: {integrity: sha512-x}
    dev: true

  /left/1.2.3:
    resolution: {integrity: sha512-y}
    dev: false
`}, `@scope/right 2.0.0 11 transitive dev
left 1.2.3 15 direct`},
	{"pnpm 6", []string{"pnpm-lock.yaml", `lockfileVersion: '6.0'

devDependencies:
  left:
    specifier: ^1.0.0
    version: 1.2.3(right@2.0.0)

packages:

  /left@1.2.3(right@2.0.0):
    resolution: {integrity: sha512-y}
    dev: true

  /@scope/right@2.0.0:
    dev: false
`}, `left 1.2.3 10 direct dev
@scope/right 2.0.0 14 transitive`},
	{"pnpm 9", []string{"pnpm-lock.yaml", `lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      left:
        specifier: ^1.0.0
        version: 1.2.3
    devDependencies:
      '@scope/right':
        specifier: ^2.0.0
        version: 2.0.0

packages:

  '@scope/right@2.0.0':
    resolution: {integrity: sha512-x}

  left@1.2.3:
    resolution: {integrity: sha512-y}

  deep@3.0.0:
    resolution: {integrity: sha512-z}

snapshots:

  left@1.2.3: {}
`}, `@scope/right 2.0.0 17 direct dev
left 1.2.3 20 direct
deep 3.0.0 23 transitive`},
	{"Bun", []string{"bun.lock", `{
  "lockfileVersion": 1,
  "workspaces": {
    "": {"name": "shop", "dependencies": {"left": "^1"}, "devDependencies": {"lint": "*"},},
  },
  "packages": {
    // all of them
    "left": ["left@1.2.3", "", {}, "sha512-x"],
    "left/@scope/right": ["@scope/right@2.0.0", "", {}, "sha512-y"],
    "lint": ["lint@3.0.0", "", {}, "sha512-z"],
    "tool": ["tool@workspace:packages/tool"],
  },
}`}, `left 1.2.3 8 direct
@scope/right 2.0.0 9 transitive
lint 3.0.0 10 direct dev`},
	{"package.json", []string{"package.json", `{
  "dependencies": {
    "left": "1.2.3",
    "right": "^2.0.0",
    "git": "github:example/git"
  },
  "devDependencies": {"lint": "=3.0.0"}
}`}, `left 1.2.3 3 direct
right ? 4 direct
lint 3.0.0 7 direct dev`},
	{"go.mod", []string{"go.mod", `module example.com/shop

go 1.26

require example.com/single v1.0.0

require (
	example.com/left v1.2.3
	example.com/right v2.0.0+incompatible // indirect
	example.com/old v1.0.0
	example.com/local v1.0.0
	example.com/bad v1.0.0
	"example.com/quoted" v1.1.0 // a note
)

exclude example.com/bad v1.0.0

replace (
	example.com/old => example.com/fork v1.5.0
	example.com/local v1.0.0 => ../local
)
`}, `example.com/single v1.0.0 5 direct
example.com/left v1.2.3 8 direct
example.com/right v2.0.0+incompatible 9 transitive
example.com/fork v1.5.0 10 direct
example.com/bad ? 12 direct
example.com/quoted v1.1.0 13 direct`},
	{"requirements", []string{"api/requirements-dev.txt", `# Written by pip-compile
-r other.txt
--index-url https://example.com/simple
flask==3.0.3
    # via -r requirements.in
click == 8.1.7 ; python_version >= "3.8"  # a note
    # via flask
Requests[security,socks]==2.32.3 \
    --hash=sha256:aaaa \
    --hash=sha256:bbbb
    # via
    #   -r requirements.in
    #   other
django>=2.0,<3
wild==1.*
exact===1.0.post1
./folder
git+https://example.com/x.git#egg=x
name @ https://example.com/name.whl
last (==1.0)
`}, `flask 3.0.3 4 direct
click 8.1.7 6 transitive
Requests 2.32.3 8 direct
django ? 14
wild ? 15
exact 1.0.post1 16
last 1.0 20`},
	{"Poetry", []string{"poetry.lock", `[[package]]
name = "left"
version = "1.2.3"
description = """
[[package]]
name = "trick"
"""
optional = false
groups = ["main", "dev"]
files = [
    {file = "left.whl", hash = "sha256:aaaa"},
]

[package.dependencies]
right = ">=1"
version = "9"

[[package]]
name = "right"
version = "2.0.0"
category = "dev"

[[package]]
name = "local"
version = "1.0.0"

[package.source]
type = "git"

[metadata]
content-hash = "x"
version = "2"
`}, `left 1.2.3 2
right 2.0.0 19 dev`},
	{"uv", []string{"uv.lock", `version = 1

[[package]]
name = "left"
version = "1.2.3"
source = { registry = "https://example.com/simple" }
dependencies = [
    { name = "deep" },
]

[[package]]
name = "deep"
version = "0.1.0"
source = { registry = "https://example.com/simple" }

[[package]]
name = "lint"
version = "2.0.0"
source = { registry = "https://example.com/simple" }

[[package]]
name = "git"
version = "2.0.0"
source = { git = "https://example.com/git" }

[[package]]
name = "shop"
version = "0.1.0"
source = { virtual = "." }
dependencies = [
    { name = "left" },
]

[package.dev-dependencies]
dev = [
    { name = "lint" },
]
`}, `left 1.2.3 4 direct
deep 0.1.0 12 transitive
lint 2.0.0 17 direct dev`},
	{"PDM", []string{"pdm.lock", `[[package]]
name = "left"
version = "1.2.3"
groups = ["default"]

[[package]]
name = "lint"
version = "2.0.0"
groups = ["dev"]

[[package]]
name = "local"
version = "1.0"
path = "./local"
`}, `left 1.2.3 2
lint 2.0.0 7 dev`},
	{"Pipenv", []string{"Pipfile.lock", `{
  "_meta": {},
  "default": {
    "left": {"version": "==1.2.3"},
    "git": {"git": "https://example.com/x"}
  },
  "develop": {
    "lint": {"version": "==2.0.0"}
  }
}`}, `left 1.2.3 4
lint 2.0.0 8 dev`},
	{"Maven", []string{"app/pom.xml", `<?xml version="1.0"?>
<project>
  <parent><groupId>org.example</groupId><artifactId>parent</artifactId><version>1.0</version></parent>
  <artifactId>app</artifactId>
  <properties><left.version>1.2.3</left.version><loop>${loop}</loop></properties>
  <dependencies>
    <dependency>
      <groupId>org.left</groupId>
      <artifactId>left</artifactId>
      <version>${left.version}</version>
    </dependency>
    <dependency><groupId>org.right</groupId><artifactId>right</artifactId></dependency>
    <dependency><groupId>org.bom</groupId><artifactId>from-bom</artifactId></dependency>
    <dependency><groupId>${project.groupId}</groupId><artifactId>sister</artifactId><version>${project.version}</version></dependency>
    <dependency><groupId>org.range</groupId><artifactId>range</artifactId><version>[1.0,2.0)</version></dependency>
    <dependency><groupId>org.exact</groupId><artifactId>exact</artifactId><version>[1.5]</version></dependency>
    <dependency><groupId>org.open</groupId><artifactId>open</artifactId></dependency>
    <dependency><groupId>org.loop</groupId><artifactId>loop</artifactId><version>${loop}</version></dependency>
    <dependency><groupId>org.test</groupId><artifactId>test</artifactId><version>4.0</version><scope>test</scope></dependency>
  </dependencies>
</project>`, "pom.xml", `<project>
  <groupId>org.example</groupId><artifactId>parent</artifactId><version>1.0</version>
  <properties><right.version>2.0</right.version></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>org.right</groupId><artifactId>right</artifactId><version>${right.version}</version></dependency>
    <dependency><groupId>org.example</groupId><artifactId>bom</artifactId><version>1.0</version><type>pom</type><scope>import</scope></dependency>
  </dependencies></dependencyManagement>
</project>`, "bom/pom.xml", `<project>
  <groupId>org.example</groupId><artifactId>bom</artifactId><version>1.0</version>
  <dependencyManagement><dependencies>
    <dependency><groupId>org.bom</groupId><artifactId>from-bom</artifactId><version>3.0</version></dependency>
  </dependencies></dependencyManagement>
</project>`}, `org.left:left 1.2.3 10 direct
org.right:right 2.0 12 direct given pom.xml:3
org.bom:from-bom 3.0 13 direct given bom/pom.xml:4
org.example:sister 1.0 14 direct
org.range:range ? 15 direct
org.exact:exact 1.5 16 direct
org.open:open ? 17 direct
org.loop:loop ? 18 direct
org.test:test 4.0 19 direct dev`},
	{"Gradle", []string{"gradle.lockfile", `# This is a Gradle generated file
org.left:left:1.2.3=compileClasspath,testRuntimeClasspath
org.right:right:2.0=testCompileClasspath,testRuntimeClasspath
empty=annotationProcessor
`}, `org.left:left 1.2.3 2
org.right:right 2.0 3 dev`},
	{"Gradle's catalog", []string{"gradle/libs.versions.toml", `[versions]
left = "1.2.3"
rich = { strictly = "[1,2[" }

[libraries]
left = { module = "org.left:left", version.ref = "left" }
right = { group = "org.right", name = "right", version = "2.0" }
whole = "org.whole:whole:3.0"
deep = { module = "org.deep:deep", version = { ref = "left" } }
rich = { module = "org.rich:rich", version.ref = "rich" }
bom = { module = "org.bom:bom" }

[plugins]
plugin = { id = "org.plugin", version = "1.0" }
`}, `org.left:left 1.2.3 6 direct vague
org.right:right 2.0 7 direct vague
org.whole:whole 3.0 8 direct vague
org.deep:deep 1.2.3 9 direct vague
org.rich:rich ? 10 direct vague
org.bom:bom ? 11 direct vague`},
	{"Bundler", []string{"Gemfile.lock", `GIT
  remote: https://example.com/x.git
  specs:
    x (1.0.0)

GEM
  remote: https://example.com/
  specs:
    left (1.2.3)
      right (>= 1.0)
    right (2.0.0.rc1)
    native (1.15.0-x86_64-linux)

PLATFORMS
  ruby

DEPENDENCIES
  left (~> 1.0)
  native!

BUNDLED WITH
   2.5.0
`}, `left 1.2.3 9 direct
right 2.0.0.rc1 11 transitive
native 1.15.0 12 direct`},
	{"Composer", []string{"composer.lock", `{
  "packages": [
    {"name": "Vendor/Left", "version": "v1.2.3"},
    {"name": "vendor/branch", "version": "dev-main"}
  ],
  "packages-dev": [
    {"name": "vendor/lint", "version": "2.0.0"}
  ]
}`, "composer.json", `{"require": {"php": ">=8", "vendor/left": "^1"}}`}, `Vendor/Left v1.2.3 3 direct
vendor/lint 2.0.0 7 transitive dev`},
	{"NuGet's lock", []string{"packages.lock.json", `{
  "version": 1,
  "dependencies": {
    "net8.0": {
      "Left": {"type": "Direct", "requested": "[1.2.3, )", "resolved": "1.2.3"},
      "Right": {"type": "Transitive", "resolved": "2.0.0"},
      "shop": {"type": "Project"}
    }
  }
}`}, `Left 1.2.3 5 direct
Right 2.0.0 6 transitive`},
	{"packages.config", []string{"packages.config", "\ufeff" + `<?xml version="1.0" encoding="utf-8"?>
<packages>
  <package id="Left" version="1.2.3" targetFramework="net48" />
  <package id="Lint" version="2.0.0" developmentDependency="true" />
</packages>`}, `Left 1.2.3 3
Lint 2.0.0 4 dev`},
	{".NET project", []string{"src/shop.csproj", `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><LeftVersion>1.2.3</LeftVersion></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Left" Version="$(LeftVersion)" />
    <PackageReference Include="Right"><Version>2.0.0</Version></PackageReference>
    <PackageReference Include="Central" />
    <PackageReference Include="Over" VersionOverride="[5.0.0]" />
    <PackageReference Include="Any" Version="6.*" />
    <PackageReference Include="None" />
    <PackageReference Include="Lint" Version="7.0.0"><PrivateAssets>all</PrivateAssets></PackageReference>
  </ItemGroup>
</Project>`, "Directory.Packages.props", `<Project>
  <ItemGroup>
    <PackageVersion Include="central" Version="3.0.0" />
    <PackageVersion Include="Over" Version="4.0.0" />
  </ItemGroup>
</Project>`}, `Left 1.2.3 4 direct
Right 2.0.0 5 direct
Central 3.0.0 6 direct given Directory.Packages.props:3
Over 5.0.0 7 direct
Any ? 8 direct
None ? 9 direct
Lint 7.0.0 10 direct dev`},
	{"Cargo", []string{"Cargo.lock", `version = 3

[[package]]
name = "left"
version = "1.2.3"
source = "registry+https://example.com/index"
dependencies = [
 "right 2.0.0",
]

[[package]]
name = "right"
version = "1.0.0"
source = "registry+https://example.com/index"

[[package]]
name = "right"
version = "2.0.0"
source = "registry+https://example.com/index"

[[package]]
name = "shop"
version = "0.1.0"
dependencies = [
 "left",
 "right 1.0.0",
]
`}, `left 1.2.3 4 direct
right 1.0.0 12 direct
right 2.0.0 17 transitive`},
	{"GitHub Actions", []string{".github/workflows/test.yml", `on: push
jobs:
  test:
    steps:
      - uses: actions/checkout@v4
      - name: hello
        uses: "owner/action/deep@1.2.3"  # a note
      - uses: owner/pinned@0123456789012345678901234567890123456789 # v2.1.0
      - uses: owner/commit@0123456789012345678901234567890123456789
      - uses: ./local
      - uses: docker://alpine:3
      - uses: owner/branch@main
      - run: |
          uses: owner/text@v1
`}, `actions/checkout v4 5 direct vague
owner/action 1.2.3 7 direct
owner/pinned v2.1.0 8 direct vague
owner/commit ? 9 direct
owner/branch ? 12 direct`},
}

func (c parseCase) reader(t testing.TB) *reader {
	t.Helper()
	all := map[string]string{}
	for i := 0; i < len(c.files); i += 2 {
		all[c.files[i]] = c.files[i+1]
	}
	return &reader{ctx: t.Context(), path: c.files[0], text: []byte(c.files[1]), files: newFileSet(enginetest.Tree(t, all))}
}

func TestParsers(t *testing.T) {
	for _, c := range parseCases {
		for ends, of := range map[string]func(string) string{"LF": func(s string) string { return s }, "CRLF": func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }} {
			t.Run(c.name+" "+ends, func(t *testing.T) {
				c := c
				c.files = slices.Clone(c.files)
				c.files[1] = of(c.files[1])
				r := c.reader(t)
				p := parserOf(r.path)
				if p == nil {
					t.Fatalf("nothing reads %s", r.path)
				}
				if err := p.parse(r); err != nil {
					t.Fatal(err)
				}
				if got := describe(r); got != c.want {
					t.Errorf("got\n%s\nwant\n%s", got, c.want)
				}
			})
		}
	}
}

func describe(r *reader) string {
	place := newPlaces(r.path, r.text)
	var lines []string
	for _, d := range r.found {
		line, _ := place.of(d.at)
		version := d.version
		if d.shown != "" && d.vague || d.kind == "GitHub Actions" {
			version = d.shown
		}
		if version == "" {
			version = "?"
		}
		words := []string{d.name, version, fmt.Sprint(line)}
		words = append(words, []string{"", "direct", "transitive"}[d.wanted])
		if d.dev {
			words = append(words, "dev")
		}
		if d.vague {
			words = append(words, "vague")
		}
		if d.given.path != "" {
			words = append(words, fmt.Sprintf("given %s:%d", d.given.path, d.given.line))
		}
		lines = append(lines, strings.Join(strings.Fields(strings.Join(words, " ")), " "))
	}
	return strings.Join(lines, "\n")
}

// TestEveryParserIsTested keeps the table and its cases together.
func TestEveryParserIsTested(t *testing.T) {
	for i := range parsers {
		if !slices.ContainsFunc(parseCases, func(c parseCase) bool { return parserOf(c.files[0]) == &parsers[i] }) {
			t.Errorf("no case reads a %s", parsers[i].name)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]string{
		"package-lock.json": "npm lockfile", "a/b/requirements.txt": "Python requirements", "requirements/base.txt": "Python requirements",
		"dev-requirements.txt": "Python requirements", "my-package-lock.json": "", "go.mod.txt": "", "x.csproj": ".NET project", "action.yml": "GitHub Actions workflow",
		".github/workflows/a/b.yml": "", "docs/requirements.md": "", "packages.shop.lock.json": "NuGet lockfile", "readme.txt": "",
	} {
		got := ""
		if p := parserOf(name); p != nil {
			got = p.name
		}
		if got != want {
			t.Errorf("%s is a %q, want %q", name, got, want)
		}
	}
	if !hasNodeLock(newFileSet(enginetest.Tree(t, map[string]string{"yarn.lock": "x", "a/b/package.json": "{}"})), "a/b/package.json") {
		t.Error("the lock file above is not seen")
	}
}

// FuzzParsers gives each parser anything, and the pom of a parent to those that look for one.
func FuzzParsers(f *testing.F) {
	for i, c := range parseCases {
		f.Add(uint8(i), []byte(c.files[1]))
	}
	f.Fuzz(func(t *testing.T, n uint8, text []byte) {
		c := parseCases[int(n)%len(parseCases)]
		c.files = slices.Clone(c.files)
		c.files[1] = string(text)
		r := c.reader(t)
		_ = parserOf(r.path).parse(r)
		place := newPlaces(r.path, text)
		for _, d := range r.found {
			if d.at < 0 || d.at > len(text) {
				t.Fatalf("%s: %s is at byte %d of %d", c.name, d.name, d.at, len(text))
			}
			place.of(d.at)
		}
	})
}
