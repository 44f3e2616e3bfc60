package dependencies

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"strings"

	"vigil/internal/ecosystem"
	"vigil/internal/engine"
	"vigil/internal/engine/files"
	"vigil/internal/engine/manifest"
)

// parser reads one kind of file.
type parser struct {
	name  string
	names *regexp.Regexp // of the files, from their last folder on
	parse func(*reader) error
	// unless reports that another file of the tree says the same, and better.
	unless func(files *fileSet, path string) bool
}

// parsers are all that can be read. The first whose names match a file reads it.
var parsers = []parser{
	{name: "npm lockfile", names: names(`(package-lock|npm-shrinkwrap)\.json`), parse: parseNPMLock},
	{name: "Yarn lockfile", names: names(`yarn\.lock`), parse: parseYarnLock},
	{name: "pnpm lockfile", names: names(`pnpm-lock\.yaml`), parse: parsePNPMLock},
	{name: "Bun lockfile", names: names(`bun\.lock`), parse: parseBunLock},
	{name: "package.json", names: names(`package\.json`), parse: parsePackageJSON, unless: hasNodeLock},
	{name: "go.mod", names: names(`go\.mod`), parse: parseGoMod},
	{name: "Python requirements", names: names(`([\w.-]*requirements[\w.-]*\.txt|requirements/[\w.-]+\.txt)`), parse: parseRequirements},
	{name: "Poetry lockfile", names: names(`poetry\.lock`), parse: parsePoetryLock},
	{name: "uv lockfile", names: names(`uv\.lock`), parse: parseUVLock},
	{name: "PDM lockfile", names: names(`pdm\.lock`), parse: parsePDMLock},
	{name: "Pipenv lockfile", names: names(`Pipfile\.lock`), parse: parsePipfileLock},
	{name: "pom.xml", names: names(`pom\.xml`), parse: parsePOM},
	{name: "Gradle lockfile", names: names(`(gradle|buildscript-gradle)\.lockfile`), parse: parseGradleLock},
	{name: "Gradle version catalog", names: names(`[\w.-]+\.versions\.toml`), parse: parseGradleCatalog},
	{name: "Bundler lockfile", names: names(`(Gemfile\.lock|gems\.locked)`), parse: parseGemfileLock},
	{name: "Composer lockfile", names: names(`composer\.lock`), parse: parseComposerLock},
	{name: "NuGet lockfile", names: names(`packages(\.[\w.-]+)?\.lock\.json`), parse: parseNuGetLock},
	{name: "packages.config", names: names(`packages\.config`), parse: parsePackagesConfig},
	{name: ".NET project", names: names(`[^/]+\.(csproj|fsproj|vbproj)`), parse: parseProject, unless: hasNuGetLock},
	{name: "Cargo lockfile", names: names(`Cargo\.lock`), parse: parseCargoLock},
	{name: "GitHub Actions workflow", names: names(`(\.github/workflows/[^/]+\.ya?ml|action\.ya?ml)`), parse: parseWorkflow},
}

func names(pattern string) *regexp.Regexp { return regexp.MustCompile(`(^|/)` + pattern + `$`) }

// parserOf returns what reads a file, nil if it says nothing of dependencies.
func parserOf(path string) *parser {
	tail := path[max(0, len(path)-200):]
	if !looksLike(tail) {
		return nil
	}
	for i := range parsers {
		if parsers[i].names.MatchString(tail) {
			return &parsers[i]
		}
	}
	return nil
}

// looksLike leaves most files out at once.
func looksLike(name string) bool {
	for _, end := range []string{".json", ".lock", ".yaml", ".yml", ".mod", ".txt", ".xml", "file", ".toml", ".locked", ".config", "proj"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// isHelper reports whether a file may have what another one leaves open.
func isHelper(name string) bool {
	base := path.Base(name)
	return base == "Directory.Packages.props" || base == "Directory.Build.props" || base == "composer.json"
}

// dependency is a package that a file names.
type dependency struct {
	kind    ecosystem.Kind
	name    string
	version string // as it is compared; empty: the file leaves it open
	shown   string // as it is written, if that is something else
	open    string // why there is no version
	at      int    // where in the file, in bytes
	wanted  manifest.Wanted
	dev     bool  // only those who work on the code need it
	vague   bool  // what is used may be another version
	given   place // where the version stands, if that is another file
}

// place is a line of a file.
type place struct {
	path string
	line int
}

const (
	notTold    = manifest.NotTold
	direct     = manifest.Direct // the code itself
	transitive = manifest.Transitive
)

// reader is a file that is read.
type reader struct {
	ctx   context.Context
	path  string
	text  []byte
	files *fileSet
	found []dependency
}

// maxFound is how many packages one file can have.
const maxFound = 200_000

var errTooMany = fmt.Errorf("more than %d packages", maxFound)

// add takes a package. A parser that does not stop at its error does no harm.
func (r *reader) add(d dependency) error {
	switch {
	case d.name == "" || len(d.name) > 300 || len(d.version) > 256, d.version == "" && d.open == "": // not from a registry
		return nil
	case len(r.found) == maxFound:
		return errTooMany
	case len(r.found)%1000 == 0 && r.ctx.Err() != nil:
		return r.ctx.Err()
	}
	r.found = append(r.found, d)
	return nil
}

// fileSet is the files of a tree that say something of dependencies.
type fileSet struct {
	byPath    map[string]*engine.File
	manifests int
	poms      poms
}

func newFileSet(tree *engine.Tree) *fileSet {
	out := &fileSet{byPath: map[string]*engine.File{}}
	for _, f := range tree.Files() {
		isManifest := parserOf(f.Path) != nil
		if isManifest && !files.Installed(f.Path) {
			out.manifests++
		}
		if isManifest || isHelper(f.Path) {
			out.byPath[f.Path] = f
		}
	}
	return out
}

// maxHelper is how large a file can be that another one refers to.
const maxHelper = 4 << 20

// read returns another file of the tree, nil if it is not there.
func (fs *fileSet) read(path string) []byte {
	f := fs.byPath[path]
	if f == nil || f.Size > maxHelper {
		return nil
	}
	text, err := f.Bytes()
	if err != nil {
		return nil
	}
	return text
}

// has reports whether the tree has a file.
func (fs *fileSet) has(path string) bool { return fs.byPath[path] != nil }

// above calls visit with the folder of a file and each above it, until it returns true.
func above(name string, visit func(dir string) bool) bool {
	for dir := path.Dir(name); ; dir = path.Dir(dir) {
		if visit(dir) {
			return true
		}
		if dir == "." || dir == "/" {
			return false
		}
	}
}
