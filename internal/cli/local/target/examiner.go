package target

import (
	"vigil/internal/cli/inputs"
	"vigil/internal/examine"
	"vigil/internal/sandbox"
)

// Examiner returns an examiner with the user's grammar cache, in a sandbox that scans anyway where
// the kernel cannot confine it.
func (t Trust) Examiner() *examine.Examiner {
	return &examine.Examiner{Sandbox: sandbox.New(sandbox.Config{BestEffort: true}), GrammarCache: t.Cache()}
}

// ModelAnswers returns the user's folder of answers of language models, or "" if it is inside the
// scanned tree: answers there could be the tree's own words.
func (t Trust) ModelAnswers() string {
	dir := inputs.ModelAnswers()
	if dir != "" && t.owns(dir) {
		t.refuse("the folder of model answers", dir, "")
		return ""
	}
	return dir
}
