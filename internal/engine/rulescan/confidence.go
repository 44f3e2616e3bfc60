package rulescan

import (
	"math"
	"regexp"

	"vigil/internal/engine"
	"vigil/internal/engine/files"
	"vigil/internal/engine/taint"
	"vigil/internal/engine/words"
)

// evidence is what speaks for or against one finding of a rule.
type evidence struct {
	steps     int  // of the trace, with source and sink; 0: the rule follows no data
	calls     int  // steps into a function or back out of one
	files     int  // that the trace goes through
	cleaned   bool // something on the way is called like what makes data harmless
	test      bool // in a test, or in data for one
	example   bool // in an example or a demonstration
	generated bool // written by a program
	vendored  bool // somebody else's code
}

// weights are what evidence adds to the confidence of the rule, in tenths of a point.
// docs/reference/confidence.md has the same table, which a test compares.
var weights = []struct {
	what   string
	tenths func(e evidence) int
}{
	{"data goes from source to sink within one function, in at most three steps", func(e evidence) int { return when(e.steps > 0 && e.steps <= 3 && e.calls == 0, +5) }},
	{"each step into a function or out of one, but the first", func(e evidence) int { return -2 * min(max(e.calls-1, 0), 5) }},
	{"more than eight steps", func(e evidence) int { return when(e.steps > 8, -5) }},
	{"each file that data goes through, but the first", func(e evidence) int { return -5 * min(max(e.files-1, 0), 2) }},
	{"a call on the way is named like a check: escape, sanitize, validate, verify, clean, quote, …", func(e evidence) int { return when(e.cleaned, -20) }},
	{"in a test, or in data for one", func(e evidence) int { return when(e.test, -40) }},
	{"in an example or a demonstration", func(e evidence) int { return when(e.example && !e.test, -10) }},
	{"in a file that a program wrote", func(e evidence) int { return when(e.generated, -10) }},
	{"in somebody else's code", func(e evidence) int { return when(e.vendored, -10) }},
}

func when(holds bool, tenths int) int {
	if !holds {
		return 0
	}
	return tenths
}

// confidence is how sure one finding is: what its rule says, raised or lowered by the
// evidence. From 0 to 10, with one decimal.
func confidence(ofRule float64, e evidence) float64 {
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
	// cleanWords are parts of what it finds, which are quick to look for.
	cleanWords = words.New([]string{"saniti", "escape", "valid", "clean", "purif", "quote", "strip", "allow", "white", "safe", "verif", "trusted"})
	noCleanRE  = regexp.MustCompile(`(?i)unescape|unquote|invalid|clean_?up`)
)

// cleans reports whether a line of code has a call that is named like a check. Rules know
// what makes data harmless for certain; this is what they do not know.
func cleans(line string) bool {
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

// evidenceOf is what is known of a finding in a file; nil: of no kind.
func evidenceOf(f *engine.Finding, file *engine.File) evidence {
	e := evidence{
		steps: len(f.Trace), test: files.Test(f.Path), example: files.Example(f.Path),
		generated: file != nil && file.Generated, vendored: file != nil && file.Vendored,
	}
	files := map[string]bool{}
	for _, s := range f.Trace {
		files[s.Path] = true
		e.cleaned = e.cleaned || s.Cleaned
		if s.Message == actions[taint.PassedIn] || s.Message == actions[taint.Returned] {
			e.calls++
		}
	}
	e.files = len(files)
	return e
}

// weigh returns what hands on findings with the confidence that they have by their
// evidence.
func weigh(tree *engine.Tree, report func(engine.Finding)) func(engine.Finding) {
	files := make(map[string]*engine.File, len(tree.Files()))
	for _, f := range tree.Files() {
		files[f.Path] = f
	}
	return func(f engine.Finding) {
		f.Confidence = confidence(f.Confidence, evidenceOf(&f, files[f.Path]))
		report(f)
	}
}
