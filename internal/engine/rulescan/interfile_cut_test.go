package rulescan

import (
	"testing"

	"vigil/internal/engine/modules"
)

// TestJobsThatFit: a job that exceeds the budget costs nothing, so smaller ones after it
// still run.
func TestJobsThatFit(t *testing.T) {
	x := &crossing{files: map[string]*crossed{}, budget: budget{work: map[string]int64{"python": 300}, left: map[string]bool{}}}
	var outlines []*modules.Outline
	jobs := map[string][]*job{}
	for i, f := range []struct {
		path string
		hops int
		size int64
	}{{"a-near-large.py", 0, 1000}, {"b-far-small.py", 1, 50}, {"c-far-large.py", 1, 120}, {"d-farther.py", 2, 90}} {
		x.files[f.path] = &crossed{family: "python", hops: f.hops, size: f.size}
		outlines = append(outlines, &modules.Outline{Path: f.path, Family: "python"})
		jobs[f.path] = []*job{{files: []int32{int32(i)}, rules: []*ruleFor{{number: i}}}}
	}
	x.cut(jobs, &modules.Graph{Index: modules.NewIndex(outlines, nil)})
	for path, want := range map[string]int{"a-near-large.py": 0, "b-far-small.py": 1, "c-far-large.py": 0, "d-farther.py": 1} {
		if len(jobs[path]) != want || x.left[path] != (want == 0) {
			t.Errorf("%s has %d jobs, left out: %v", path, len(jobs[path]), x.left[path])
		}
	}
}
