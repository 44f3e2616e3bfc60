package manifest

import "regexp"

var (
	gemLine     = regexp.MustCompile(`^\s*gem\s*\(?\s*["']([\w.-]+)["'](?:\s*,\s*["']([^"']+)["'])?`)
	gemspecLine = regexp.MustCompile(`\.(name|summary|license|add_dependency|add_runtime_dependency|add_development_dependency)\s*\(?\s*=?\s*["']([^"']+)["'](?:\s*,\s*["']([^"']+)["'])?`)
)

// Gemfile reads a Gemfile, as far as it is not computed.
func Gemfile(text []byte) (*Manifest, error) {
	m := &Manifest{Ecosystem: RubyGems}
	eachLine(text, func(line string, at int) {
		if g := gemLine.FindStringSubmatch(line); g != nil {
			m.need(g[1], g[2], at, false)
		}
	})
	return m, nil
}

// Gemspec reads a .gemspec, as far as it is not computed.
func Gemspec(text []byte) (*Manifest, error) {
	m := &Manifest{Ecosystem: RubyGems}
	eachLine(text, func(line string, at int) {
		g := gemspecLine.FindStringSubmatch(line)
		if g == nil {
			return
		}
		switch g[1] {
		case "name", "license":
			m.about(g[1], g[2], at)
		case "summary":
			m.about("description", g[2], at)
		default:
			m.need(g[2], g[3], at, g[1] == "add_development_dependency")
		}
	})
	return m, nil
}
