package scan

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vigil"
	"vigil/internal/demo"
	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/secrets"
	"vigil/internal/examine"
	"vigil/internal/racetest"
	"vigil/internal/store"
)

// TestIdentityOfChangedTrees applies typical changes to trees, and counts how many findings
// are still the same vulnerability afterwards: by fingerprint, or by reconciliation. It tests the
// secrets detector, and a simple code detector that stands for all detectors of
// code.
func TestIdentityOfChangedTrees(t *testing.T) {
	if testing.Short() || racetest.Enabled { // make test runs it without the race detector
		t.Skip("slow")
	}
	trees := map[string]sources{"the demo": demoSources(t)}
	for i := range 3 {
		trees[fmt.Sprintf("made up %d", i+1)] = madeUp(rand.New(rand.NewPCG(uint64(i), 1)))
	}
	for _, m := range []struct {
		name   string
		least  float64 // percent of findings
		mutate func(rnd *rand.Rand, s sources) (after sources, renamed map[string]string)
	}{
		{"the same again", 100, func(_ *rand.Rand, s sources) (sources, map[string]string) { return s, nil }},
		{"inserted lines", 99, inEach(insertLines)},
		{"reordered functions", 99, inEach(reorder)},
		{"CRLF", 99, inEach(func(_ *rand.Rand, s string) string { return strings.ReplaceAll(s, "\n", "\r\n") })},
		{"other indentation", 99, inEach(indent)},
		{"changed code nearby", 99, inEach(changeOthers)},
		{"all of these", 99, func(rnd *rand.Rand, s sources) (sources, map[string]string) {
			for _, f := range []func(*rand.Rand, string) string{insertLines, reorder, indent, changeOthers} {
				s, _ = inEach(f)(rnd, s)
			}
			return s, nil
		}},
		{"functions of another name", 95, inEach(renameFunctions)},
		{"files of another name", 90, renameFiles(0)},
		{"files of another name, a third of their lines new", 90, renameFiles(3)},
		{"files and functions of another name", 90, func(rnd *rand.Rand, s sources) (sources, map[string]string) {
			s, _ = inEach(renameFunctions)(rnd, s)
			return renameFiles(0)(rnd, s)
		}},
	} {
		kept, all := 0, 0
		for i, name := range slices.Sorted(maps.Keys(trees)) {
			before := trees[name]
			rnd := rand.New(rand.NewPCG(uint64(i), 2))
			after, renamed := m.mutate(rnd, before)
			k, n, fresh := compare(t, before, after, renamed)
			kept, all = kept+k, all+n
			if m.least == 100 && (k != n || fresh != 0) {
				t.Errorf("%s, %s: %d of %d findings are the same, %d are new", m.name, name, k, n, fresh)
			}
		}
		share := 100 * float64(kept) / float64(all)
		t.Logf("%-52s %6.2f %% of %d", m.name, share, all)
		if share < m.least {
			t.Errorf("%s: only %.2f %% of %d findings are still the same, want %.0f %%", m.name, share, all, m.least)
		}
	}
}

// sources are texts by path.
type sources map[string]string

// compare scans both trees and returns how many findings of the first are the same
// vulnerability in the second, in the expected file, of how many, and how many are new there.
// If files were renamed, only the findings in these count.
func compare(t *testing.T, before, after sources, renamed map[string]string) (kept, all, fresh int) {
	t.Helper()
	noon := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	now, newPath := findingsOf(t, after)
	r := reconcile(now, look{
		began: noon.Add(time.Hour), branch: "main", complete: true, older: func(store.Commit) bool { return false },
		covered: func(string, string, string) bool { return true }, skipped: func(string, string) bool { return false },
		exists: func(path string) bool { _, there := after[path]; return there },
	})
	list, oldPath := findingsOf(t, before)
	was := map[shortID]*examine.Entry{}
	var lost []*missing
	for _, m := range list {
		k := known{id: vigil.NewID().Bytes(), status: vigil.Open, present: true}
		was[k.id] = m
		if r.meet(k, m.Fingerprint) {
			lost = append(lost, &missing{known: k, Key: m.Key, path: oldPath[m], presentIn: map[string]store.Commit{"main": {Time: noon}}})
		}
		if renamed == nil || renamed[oldPath[m]] != "" {
			all++
		}
	}
	out := r.conclude(lost)
	for _, s := range out.seen {
		want := oldPath[was[s.id]]
		if renamed != nil {
			want = renamed[want]
		}
		if newPath[s.now] == want && s.now.Rule() == was[s.id].Rule() && s.now.Detector() == was[s.id].Detector() {
			kept++
		}
	}
	if fixed := len(out.changes); fixed != len(list)-len(out.seen) {
		t.Errorf("%d of %d were seen, but %d are fixed", len(out.seen), len(list), fixed)
	}
	return kept, all, len(out.found)
}

func findingsOf(t *testing.T, s sources) (all []*examine.Entry, pathOf map[*examine.Entry]string) {
	t.Helper()
	pathOf = map[*examine.Entry]string{}
	for _, f := range enginetest.Run(t, enginetest.Tree(t, s), engine.Options{}, secretsDetector(), calls{}).Findings {
		e := newEntry(f, len(all))
		all, pathOf[e] = append(all, e), f.Path
	}
	return all, pathOf
}

var secretsDetector = sync.OnceValue(func() engine.Detector {
	d, err := secrets.New(secrets.Config{Key: []byte("a key for tests only")})
	if err != nil {
		panic(err)
	}
	return d
})

// calls reports dangerous calls, like a code detector: its identity is the tokens of the
// call, its symbol the enclosing function.
type calls struct{}

var (
	callRE   = regexp.MustCompile(`\b(\w*(?:execute|query|system|exec|eval|open|render|md5|sha1|load|redirect|get|write|Exec|Query|parse)\w*)\(.*`)
	symbolRE = regexp.MustCompile(`(?:\bdef|\bfunc|\bfunction|\bclass|\bpublic [\w<>]+) (?:\([^)]*\) ?)?(\w+)`)
	tokenRE  = regexp.MustCompile(`\w+|[^\w\s]`)
)

func (calls) Name() string    { return "calls" }
func (calls) Version() string { return "1" }
func (calls) Detect(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	files, skipped, err := tree.Each(ctx, report, func(_ context.Context, f *engine.File, report func(engine.Finding)) error {
		content, err := f.Bytes()
		if err != nil {
			return err
		}
		symbol := ""
		for i, line := range strings.Split(string(content), "\n") {
			if m := symbolRE.FindStringSubmatch(line); m != nil {
				symbol = m[1]
			} else if m := callRE.FindStringSubmatchIndex(line); m != nil {
				code, _, _ := strings.Cut(line[m[0]:m[1]], " // ")
				report(engine.Finding{
					Rule: strings.ToLower(line[m[2]:m[3]]), Path: f.Path, Symbol: symbol, StartLine: i + 1, StartColumn: m[0] + 1, EndLine: i + 1, EndColumn: m[1] + 1,
					Match: code, Identity: strings.Join(tokenRE.FindAllString(code, -1), " "),
				})
			}
		}
		return nil
	})
	return engine.Coverage{Rules: []string{"call"}, Files: files, Skipped: skipped}, err
}

func demoSources(t *testing.T) sources {
	out := sources{}
	err := fs.WalkDir(demo.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(demo.Files(), name)
		out[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// madeUp generates repetitive code: functions of the same name in several files, the same
// call twice in a function, the same secret in two files.
func madeUp(rnd *rand.Rand) sources {
	names := []string{"main", "handle", "get", "load", "save", "check", "list", "update", "remove", "start"}
	actions := []string{"execute(\"select \" + x)", "system(x)", "eval(x)", "open(x, y)", "render(page, x)", "md5(x)", "query(db, x)", "redirect(to)"}
	random := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[rnd.IntN(62)]
		}
		return string(b)
	}
	shared := "gh" + "p_" + random(36)
	out := sources{}
	for i := range 40 {
		var b strings.Builder
		fmt.Fprintf(&b, "# part %d\n", i)
		for _, f := range rnd.Perm(len(names))[:2+rnd.IntN(5)] {
			fmt.Fprintf(&b, "def %s(x, y):\n    a%d = x + %d\n", names[f], i, rnd.IntN(1000))
			for range rnd.IntN(4) {
				fmt.Fprintf(&b, "    z%d = %d * y\n", rnd.IntN(100), rnd.IntN(1000))
				fmt.Fprintf(&b, "    lib%d.%s\n", rnd.IntN(60), actions[rnd.IntN(len(actions))])
			}
			switch rnd.IntN(8) {
			case 0:
				fmt.Fprintf(&b, "    token = \"%s\"\n", "gh"+"p_"+random(36))
			case 1:
				fmt.Fprintf(&b, "    token = \"%s\"\n", shared)
			case 2:
				fmt.Fprintf(&b, "    pem = \"\"\"\n    -----BEGIN RSA %s\n    %s\n    %s\n    -----END RSA PRIVATE KEY-----\n    \"\"\"\n", "PRIVATE KEY-----", random(64), random(64))
			}
			b.WriteString("    return x\n\n")
		}
		out[fmt.Sprintf("%s/%s_%d.py", []string{"api", "web", "jobs"}[rnd.IntN(3)], names[rnd.IntN(len(names))], i)] = b.String()
	}
	return out
}

func inEach(mutate func(*rand.Rand, string) string) func(*rand.Rand, sources) (sources, map[string]string) {
	return func(rnd *rand.Rand, s sources) (sources, map[string]string) {
		out := sources{}
		for _, name := range slices.Sorted(maps.Keys(s)) {
			out[name] = mutate(rnd, s[name])
		}
		return out, nil
	}
}

// eachLine replaces each line that is not within a private key by the result of edit.
func eachLine(s string, edit func(line string) string) string {
	var b strings.Builder
	inKey := false
	for _, line := range strings.SplitAfter(s, "\n") {
		if line == "" {
			continue
		}
		was := inKey
		if strings.Contains(line, "-----BEGIN") {
			inKey = true
		}
		if strings.Contains(line, "-----END") {
			inKey = false
		}
		if was || inKey {
			b.WriteString(line)
			continue
		}
		b.WriteString(edit(line))
	}
	return b.String()
}

func insertLines(rnd *rand.Rand, s string) string {
	return eachLine(s, func(line string) string {
		for range 3 {
			if rnd.IntN(4) == 0 {
				line = []string{"\n", "    # a remark\n", "    other = 1 + 2\n", "// and another\n"}[rnd.IntN(4)] + line
			}
		}
		return line
	})
}

func reorder(rnd *rand.Rand, s string) string {
	var blocks []string
	for _, line := range strings.SplitAfter(s, "\n") {
		if len(blocks) == 0 || symbolRE.MatchString(line) {
			blocks = append(blocks, "")
		}
		blocks[len(blocks)-1] += line
	}
	if last := &blocks[len(blocks)-1]; !strings.HasSuffix(*last, "\n") {
		*last += "\n"
	}
	rnd.Shuffle(len(blocks)-1, func(i, j int) { blocks[i+1], blocks[j+1] = blocks[j+1], blocks[i+1] })
	return strings.Join(blocks, "")
}

// indent indents a whole file, half of the time with tabs instead of spaces.
func indent(rnd *rand.Rand, s string) string {
	with := []string{"    ", "\t"}[rnd.IntN(2)]
	var b strings.Builder
	for _, line := range strings.SplitAfter(s, "\n") {
		if strings.TrimSpace(line) != "" {
			line = with + strings.ReplaceAll(line, "    ", with)
		}
		b.WriteString(line)
	}
	return b.String()
}

// changeOthers changes lines without findings.
func changeOthers(rnd *rand.Rand, s string) string {
	return eachLine(s, func(line string) string {
		if strings.Contains(line, " = ") && !strings.ContainsAny(line, `"'(`) && rnd.IntN(2) == 0 {
			return strings.Replace(line, " = ", "_new = 7 + ", 1)
		}
		return line
	})
}

func renameFunctions(rnd *rand.Rand, s string) string {
	names := map[string]string{}
	return eachLine(s, func(line string) string {
		m := symbolRE.FindStringSubmatchIndex(line)
		if m == nil {
			return line
		}
		name := line[m[2]:m[3]]
		if names[name] == "" {
			names[name] = fmt.Sprintf("%s_%d", name, rnd.IntN(1000))
		}
		return line[:m[2]] + names[name] + line[m[3]:]
	})
}

// renameFiles renames half of the files, some into another folder, and replaces one in so many
// of their lines. What git does not consider a rename does not count as one.
func renameFiles(every int) func(rnd *rand.Rand, s sources) (sources, map[string]string) {
	return func(rnd *rand.Rand, s sources) (sources, map[string]string) {
		out, renamed := sources{}, map[string]string{}
		for i, name := range slices.Sorted(maps.Keys(s)) {
			text := s[name]
			if rnd.IntN(2) == 0 {
				out[name] = text
				continue
			}
			to := path.Join(path.Dir(name), fmt.Sprintf("%c%d_%s", 'a'+rnd.IntN(26), i, path.Base(name)))
			if rnd.IntN(2) == 0 {
				to = path.Join(fmt.Sprintf("moved%d", rnd.IntN(3)), fmt.Sprintf("%c%d%s", 'a'+rnd.IntN(26), i, path.Ext(name)))
			}
			if every > 0 {
				text = eachLine(text, func(line string) string {
					if rnd.IntN(every) == 0 && !callRE.MatchString(line) && !symbolRE.MatchString(line) && !strings.ContainsAny(line, `"'`) {
						return "    another = line\n"
					}
					return line
				})
			}
			out[to], renamed[name] = text, to
		}
		return out, renamed
	}
}

// TestRenamesAreWhatGitCallsRenames validates TestIdentityOfChangedTrees against git.
func TestRenamesAreWhatGitCallsRenames(t *testing.T) {
	before := madeUp(rand.New(rand.NewPCG(0, 1)))
	after, renamed := renameFiles(3)(rand.New(rand.NewPCG(0, 2)), before)
	dir := t.TempDir()
	for side, s := range map[string]sources{"a": before, "b": after} {
		for name, text := range s {
			file := filepath.Join(dir, side, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd := exec.CommandContext(t.Context(), "git", "diff", "--no-index", "-M", "--name-status", "a", "b")
	cmd.Dir = dir
	out, _ := cmd.Output() // it exits with 1 if there are differences
	agreed := 0
	for _, line := range bytes.Split(out, []byte("\n")) {
		words := strings.Split(string(line), "\t")
		if len(words) == 3 && renamed[strings.TrimPrefix(words[1], "a/")] == strings.TrimPrefix(words[2], "b/") {
			agreed++
		}
	}
	if agreed < len(renamed)*9/10 || len(renamed) < 10 {
		t.Errorf("git sees %d of %d renames", agreed, len(renamed))
	}
}
