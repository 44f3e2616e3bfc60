package wiki

import (
	"path"
	"strings"

	"vigil/internal/engine/manifest"
)

// specials are files that say more than source code does, by their names. A name without
// a star counts first.
var specials = []struct {
	pattern string // of the name of the file, in lower case
	read    func(*gatherer)
}{
	{"readme*", readme},
	{"license*", licence}, {"licence*", licence}, {"copying*", licence},
	{"package.json", project(manifest.PackageJSON)},
	{"composer.json", project(manifest.ComposerJSON)},
	{"pyproject.toml", project(manifest.PyProject)},
	{"pipfile", project(manifest.Pipfile)},
	{"setup.cfg", project(manifest.SetupCfg)},
	{"setup.py", project(manifest.SetupPy)},
	{"requirements*.txt", project(manifest.Requirements)},
	{"go.mod", project(manifest.GoMod)},
	{"pom.xml", project(manifest.Maven)},
	{"build.gradle", project(manifest.Gradle)}, {"build.gradle.kts", project(manifest.Gradle)},
	{"gemfile", project(manifest.Gemfile)}, {"*.gemspec", project(manifest.Gemspec)},
	{"*.csproj", project(manifest.NETProject)}, {"*.fsproj", project(manifest.NETProject)}, {"*.vbproj", project(manifest.NETProject)},
	{"cargo.toml", project(manifest.Cargo)},
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

// plainNames are the specials without a star, for there are many files to ask about.
var plainNames, patterns = func() (plain map[string]func(*gatherer), stars []int) {
	plain = map[string]func(*gatherer){}
	for i, s := range specials {
		if strings.Contains(s.pattern, "*") {
			stars = append(stars, i)
		} else {
			plain[s.pattern] = s.read
		}
	}
	return plain, stars
}()

// specialRole returns how to read a file that says more than others, nil if it does not.
func specialRole(p string) func(*gatherer) {
	name := strings.ToLower(p[strings.LastIndexByte(p, '/')+1:])
	if len(name) > 200 {
		return nil
	}
	if read := plainNames[name]; read != nil {
		return read
	}
	for _, i := range patterns {
		if ok, _ := path.Match(specials[i].pattern, name); ok {
			return specials[i].read
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
