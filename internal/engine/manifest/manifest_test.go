package manifest

import (
	"fmt"
	"strings"
	"testing"
)

// show writes what was read, one thing a line, each with its line.
func show(m *Manifest, text string) string {
	var b strings.Builder
	line := func(at int) int { return strings.Count(text[:at], "\n") + 1 }
	for _, e := range m.About {
		fmt.Fprintf(&b, "%d %s=%s\n", line(e.At), e.Name, e.Text)
	}
	for _, e := range append(m.Tasks, m.Programs...) {
		fmt.Fprintf(&b, "%d %s %s %s\n", line(e.At), e.Kind, e.Name, e.Text)
	}
	for _, n := range m.Needs {
		fmt.Fprintf(&b, "%d %s %s%s%s\n", line(n.At), n.Name, n.Version, map[bool]string{true: " dev"}[n.Dev], []string{"", " direct", " transitive"}[n.Wanted])
	}
	return b.String()
}

func TestManifests(t *testing.T) {
	for _, c := range []struct {
		name       string
		read       func([]byte) (*Manifest, error)
		text, want string
	}{
		{"package.json", PackageJSON, "{\"name\": \"shop\", // why not\n\"scripts\": {\"start\": \"node .\"},\n\"dependencies\": {\n\"a\": \"^1\"},\n\"devDependencies\": {\"b\": \"2\"}}", "1 name=shop\n2 package.json: scripts start node .\n4 a ^1 direct\n5 b 2 dev direct\n"},
		{"cut off", PackageJSON, "{\"name\": \"shop\",\n\"dependencies\": {\"a\": \"1\", \"b\"", "1 name=shop\n2 a 1 direct\n2 b  direct\n"},
		{"composer.json", ComposerJSON, `{"require": {"php": "8", "a/b": "1"}, "bin": ["x"]}`, "1 composer.json: bin x \n1 a/b 1 direct\n"},
		{"go.mod", GoMod, "module \"a/b\"\nrequire (\n\tc v1 // indirect\n\td v2\n)\n", "1 name=a/b\n3 c v1 transitive\n4 d v2 direct\n"},
		{"requirements.txt", Requirements, "-r x.txt\na==1 \\\n  --hash=x\n    # via\n    #   -r in.txt\nb>=2 # via a\nc @ https://example.com/c\nd[e]~=3; python_version<'3'\n", "2 a ==1 direct\n6 b >=2 transitive\n8 d ~=3\n"},
		{"pyproject.toml", PyProject, "[project]\nname = \"shop\"\nlicense = {text = \"MIT\"}\ndependencies = [\n  \"a>=1\", # not \"x\"\n  # \"y\",\n  'b',\n]\n[tool.poetry.dependencies]\npython = \"3\"\nc = {version = \"^2\", extras = [\"d\"]}\n[dependency-groups]\ntest = [\"e\"]\n",
			"2 name=shop\n3 license=MIT\n5 a >=1\n7 b \n11 c ^2\n13 e  dev\n"},
		{"Pipfile", Pipfile, "[packages]\na = \"*\"\n[dev-packages]\nb = {version = \"==1\"}\n", "2 a *\n4 b ==1 dev\n"},
		{"setup.cfg", SetupCfg, "[metadata]\nname = shop\n[options]\ninstall_requires =\n  a>=1\n  b\n[options.entry_points]\nconsole_scripts =\n  run = a:b\n", "2 name=shop\n9 setup.cfg: console_scripts run a:b\n5 a >=1\n6 b \n"},
		{"setup.py", SetupPy, "from setuptools import setup\nsetup(name='shop',\n install_requires=['a>=1',\n 'b'])\n", "2 name=shop\n3 a >=1\n4 b \n"},
		{"Cargo.toml", Cargo, "[package]\nname = \"shop\"\n[[bin]]\nname = \"run\"\n[dependencies]\na = \"1\"\nb = { version = \"2\" }\nc.workspace = true\n[dependencies.d]\nversion = \"3\"\n[dev-dependencies]\ne = \"4\"\n", "2 name=shop\n4 Cargo.toml: bin run \n6 a 1\n7 b 2\n8 c \n10 d 3\n12 e 4 dev\n"},
		{"pom.xml", Maven, "<project>\n<name>shop</name>\n<dependencies><dependency>\n<groupId>a</groupId><artifactId>b</artifactId>\n<version>1</version></dependency>\n<dependency><groupId>c</groupId><artifactId>d</artifactId><scope>test</scope></dependency></dependencies></project>", "2 name=shop\n5 a:b 1\n6 c:d  dev\n"},
		{"entities", Maven, "<!DOCTYPE p [<!ENTITY x \"y\">]><project><name>a</name><description>&x;</description></project>", "1 name=a\n"},
		{"build.gradle", Gradle, "plugins { }\n  id 'java'\nimplementation 'a:b:1'\ntestImplementation(\"c:d\")\n", "2 java  dev\n3 a:b 1\n4 c:d  dev\n"},
		{"Gemfile", Gemfile, "gem 'rails', '~> 7'\ngem \"puma\"\n", "1 rails ~> 7\n2 puma \n"},
		{"a.gemspec", Gemspec, "s.name = 'shop'\ns.add_dependency 'a', '1'\ns.add_development_dependency 'b'\n", "1 name=shop\n2 a 1\n3 b  dev\n"},
		{"a.csproj", NETProject, "<Project><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup>\n<ItemGroup><PackageReference Include=\"A\" Version=\"1\" />\n<PackageReference include=\"B\"><Version>2</Version><PrivateAssets>all</PrivateAssets></PackageReference></ItemGroup></Project>", "1  exe standalone program\n2 A 1\n3 B 2 dev\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, _ := c.read([]byte(c.text))
			if got := show(m, c.text); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// FuzzManifests gives each reader anything.
func FuzzManifests(f *testing.F) {
	f.Add([]byte("{\"a\": [1, {}]}"))
	f.Add([]byte("[a]\nb = [\n'c'"))
	f.Add([]byte("<a><b>&x;"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, read := range []func([]byte) (*Manifest, error){PackageJSON, ComposerJSON, GoMod, Requirements, PyProject, Pipfile, SetupCfg, SetupPy, Cargo, Maven, Gradle, Gemfile, Gemspec, NETProject} {
			m, _ := read(text)
			if m == nil {
				t.Fatal("nothing was read")
			}
			show(m, string(text))
		}
	})
}
