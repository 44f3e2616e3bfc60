package engine

import "vigil/internal/engine/files"

// mainLanguage is the programming language with the most bytes in code that people
// wrote here.
func mainLanguage(list []*File) string {
	bytes := map[string]int64{}
	best := ""
	for _, f := range list {
		if f.Vendored || f.Generated || f.Minified || !files.IsProgramming(f.Language) {
			continue
		}
		bytes[f.Language] += f.Size
	}
	for lang, n := range bytes {
		if n > bytes[best] || n == bytes[best] && lang < best {
			best = lang
		}
	}
	return best
}
