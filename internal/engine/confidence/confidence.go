// Package confidence adjusts the confidence of a finding by evidence: the length of its data
// flow, and what kind of file it is in.
//
// Start with Adjust. docs/reference/confidence.md lists the weights.
package confidence

import (
	"math"
	"regexp"

	"vigil/internal/engine"
	"vigil/internal/engine/files"
	"vigil/internal/engine/words"
)

// evidence is what raises or lowers the confidence of one finding.
type evidence struct {
	steps     int  // of the trace, with source and sink; 0: not a taint rule
	calls     int  // steps into or out of a function
	files     int  // files in the trace
	cleaned   bool // a step calls a function whose name suggests a sanitizer
	test      bool // in a test, or in test data
	example   bool // in an example or a demo
	generated bool // generated code
	vendored  bool // third-party code
}

// weights are added to the confidence of the rule, in tenths of a point. A test compares
// them with the table in docs/reference/confidence.md.
var weights = []struct {
	what   string
	tenths func(e evidence) int
}{
	{"data flow within one function, in at most three steps", func(e evidence) int { return when(e.steps > 0 && e.steps <= 3 && e.calls == 0, +5) }},
	{"each step into or out of a function, except the first", func(e evidence) int { return -2 * min(max(e.calls-1, 0), 5) }},
	{"more than eight steps", func(e evidence) int { return when(e.steps > 8, -5) }},
	{"each file in the data flow, except the first", func(e evidence) int { return -5 * min(max(e.files-1, 0), 2) }},
	{"a step calls a function named like a sanitizer or check: escape, sanitize, validate, verify, clean, quote, …", func(e evidence) int { return when(e.cleaned, -20) }},
	{"in a test, or in test data", func(e evidence) int { return when(e.test, -40) }},
	{"in an example or a demo", func(e evidence) int { return when(e.example && !e.test, -10) }},
	{"in generated code", func(e evidence) int { return when(e.generated, -10) }},
	{"in third-party code", func(e evidence) int { return when(e.vendored, -10) }},
}

func when(holds bool, tenths int) int {
	if !holds {
		return 0
	}
	return tenths
}

// adjusted is the confidence of one finding: that of its rule, adjusted by the evidence.
// From 0 to 10, with one decimal.
func adjusted(ofRule float64, e evidence) float64 {
	tenths := int(math.Round(ofRule * 10))
	for _, w := range weights {
		tenths += w.tenths(e)
	}
	return float64(min(max(tenths, 0), 100)) / 10
}

var (
	// cleanRE is a call whose name promises that data is harmless after it. To undo such
	// a thing, to clean up and to make invalid promise nothing.
	cleanRE = regexp.MustCompile(`(?i)\b\w*(?:sanitiz|sanitis|escape|validat|isvalid|is_valid|clean|purif|quote|strip_?tags|allow_?list|white_?list|safe_?join|make_?safe|verif(?:y|ied)|is_?safe|is_?allowed|is_?trusted)\w*!?\s*\(`)
	// cleanWords are substrings of what cleanRE matches, for a quick check.
	cleanWords = words.New([]string{"saniti", "escape", "valid", "clean", "purif", "quote", "strip", "allow", "white", "safe", "verif", "trusted"})
	noCleanRE  = regexp.MustCompile(`(?i)unescape|unquote|invalid|clean_?up`)
)

// Cleans reports whether a line of code calls a function that is named like a sanitizer. Rules
// list the sanitizers that are known; this covers those that are not.
func Cleans(line string) bool {
	if !cleanWords.Contains([]byte(line)) {
		return false
	}
	for _, call := range cleanRE.FindAllString(line, -1) {
		if !noCleanRE.MatchString(call) {
			return true
		}
	}
	return false
}

// evidenceOf collects the evidence for a finding. A nil file gives no evidence of its kind.
func evidenceOf(f *engine.Finding, file *engine.File) evidence {
	e := evidence{
		steps: len(f.Trace), test: files.Test(f.Path), example: files.Example(f.Path),
		generated: file != nil && file.Generated, vendored: file != nil && file.Vendored,
	}
	files := map[string]bool{}
	for _, s := range f.Trace {
		files[s.Path] = true
		e.cleaned = e.cleaned || s.Cleaned
		if s.Message == engine.StepPassed || s.Message == engine.StepReturned {
			e.calls++
		}
	}
	e.files = len(files)
	return e
}

// Adjust wraps report so that each finding is reported with its adjusted confidence.
func Adjust(tree *engine.Tree, report func(engine.Finding)) func(engine.Finding) {
	files := make(map[string]*engine.File, len(tree.Files()))
	for _, f := range tree.Files() {
		files[f.Path] = f
	}
	return func(f engine.Finding) {
		f.Confidence = adjusted(f.Confidence, evidenceOf(&f, files[f.Path]))
		report(f)
	}
}
