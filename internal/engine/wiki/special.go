package wiki

import (
	"path"
	"strings"
)

// specials are files that say more than source code does, by their names. The first that
// matches counts.
var specials = []struct {
	pattern string // of the name of the file, in lower case
	read    func(*gatherer)
}{
	{"readme*", readme},
	{"license*", licence}, {"licence*", licence}, {"copying*", licence},
	{"package.json", packageJSON},
	{"composer.json", composerJSON},
	{"pyproject.toml", pyproject},
	{"pipfile", pipfile},
	{"setup.cfg", setupCfg},
	{"setup.py", setupPy},
	{"requirements*.txt", requirements},
	{"go.mod", goMod},
	{"pom.xml", pom},
	{"build.gradle", gradle}, {"build.gradle.kts", gradle},
	{"gemfile", gemfile}, {"*.gemspec", gemspec},
	{"*.csproj", csproj}, {"*.fsproj", csproj}, {"*.vbproj", csproj},
	{"cargo.toml", cargo},
	{"dockerfile", dockerfile}, {"dockerfile.*", dockerfile}, {"*.dockerfile", dockerfile}, {"containerfile", dockerfile},
	{"docker-compose*.yml", compose}, {"docker-compose*.yaml", compose}, {"compose*.yml", compose}, {"compose*.yaml", compose},
	{"procfile", procfile},
	{"serverless.yml", serverless}, {"serverless.yaml", serverless},
	{"makefile", makefile}, {"gnumakefile", makefile},
	{".gitlab-ci.yml", gitlabCI},
	{"jenkinsfile", pipeline}, {"azure-pipelines.yml", pipeline}, {"bitbucket-pipelines.yml", pipeline}, {".travis.yml", pipeline},
	{"application*.yml", springConfig}, {"application*.yaml", springConfig}, {"application*.properties", springConfig},
	{"bootstrap*.yml", springConfig},
	{".env.example", envExample}, {".env.sample", envExample}, {".env.template", envExample}, {".env.dist", envExample}, {"*.env.example", envExample}, {"env.example", envExample},
	{"*.tf", terraform},
}

// specialRole returns how to read a file that says more than others, nil if it does not.
func specialRole(p string) func(*gatherer) {
	name := strings.ToLower(base(p))
	if len(name) > 200 {
		return nil
	}
	for _, s := range specials {
		if ok, _ := path.Match(s.pattern, name); ok {
			return s.read
		}
	}
	if ext := path.Ext(name); ext == ".yml" || ext == ".yaml" {
		if strings.HasSuffix(dir(p), ".github/workflows") {
			return workflow
		}
		if strings.HasSuffix(dir(p), ".circleci") {
			return pipeline
		}
		return kubernetes
	}
	return nil
}
