package pack

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
)

// The fixture applications are written by us and scanned as a whole: weaknesses are planted,
// each with a safe variant. Comments state what is expected of a line:
//
//	db.execute("… " + name)  # finds: python-sql-injection
//	db.execute("… ?", name)  # safe: python-sql-injection
//
// Any other finding counts as a false positive.
const appsDir = "testdata/apps"

var wantedRE = regexp.MustCompile(`(?:#|//|/\*|<!--|--)\s*(finds|safe):\s*([\w-]+(?:,\s*[\w-]+)*)`)

type appLine struct {
	path string
	line int
	rule string
}

func (l appLine) String() string { return fmt.Sprintf("%s:%d %s", l.path, l.line, l.rule) }

// TestApps compares recall and precision in each fixture application with the numbers in
// floors.json.
func TestApps(t *testing.T) {
	floors := map[string]struct{ Recall, Precision float64 }{}
	text, err := os.ReadFile(appsDir + "/floors.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &floors); err != nil {
		t.Fatal(err)
	}
	apps, err := fs.ReadDir(os.DirFS(appsDir), ".")
	if err != nil {
		t.Fatal(err)
	}
	now := Measurements{Rules: map[string]Measured{}, Apps: map[string]Measured{}}
	measureExamples(t, now.Rules)
	table := &strings.Builder{}
	w := tabwriter.NewWriter(table, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "APP\tRULE\tFOUND\tFALSE\tSAFE")
	for _, d := range apps {
		if !d.IsDir() {
			continue
		}
		perRule, notes := runApp(t, appsDir+"/"+d.Name())
		var all Measured
		names := make([]string, 0, len(perRule))
		for rule, m := range perRule {
			all, now.Rules[rule] = all.add(m), now.Rules[rule].add(m)
			names = append(names, rule)
		}
		slices.Sort(names)
		for _, rule := range names {
			m := perRule[rule]
			fmt.Fprintf(w, "%s\t%s\t%d/%d\t%d\t%d\n", d.Name(), rule, m.Found, m.Weak, m.Reported, m.Safe)
		}
		fmt.Fprintf(w, "%s\tall\t%d/%d\t%d\t%d\trecall %.3f precision %.3f\n", d.Name(), all.Found, all.Weak, all.Reported, all.Safe, all.Recall(), all.Precision())
		now.Apps[d.Name()] = all
		floor, there := floors[d.Name()]
		if !there || all.Recall() < floor.Recall || all.Precision() < floor.Precision {
			t.Errorf("%s: recall %.3f and precision %.3f, wanted are %+v", d.Name(), all.Recall(), all.Precision(), floor)
		}
		if all.Weak < 12 || all.Safe < all.Weak/2 {
			t.Errorf("%s: %d weaknesses and %d safe twins are too few", d.Name(), all.Weak, all.Safe)
		}
		for _, n := range notes {
			t.Log(d.Name() + "/" + n)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + table.String())
	checkMeasured(t, now)
}

// measureExamples measures rules on the examples next to them.
func measureExamples(t *testing.T, to map[string]Measured) {
	t.Helper()
	report, err := examplesReport()
	if err != nil {
		t.Fatal(err)
	}
	ofFile := map[string]string{}
	for _, r := range allRules(t) {
		ofFile[r.Path] = r.ID
	}
	for _, r := range report.Results {
		m := Measured{Weak: r.Found.All, Found: r.Found.Right, Safe: r.Clean.All, Reported: r.Clean.All - r.Clean.Right}
		for _, w := range r.Wrong {
			if !w.Annotated {
				m.Safe, m.Reported = m.Safe+1, m.Reported+1
			}
		}
		id := ofFile[r.RuleFile]
		to[id] = to[id].add(m)
	}
}

// oneLineEach is where a line begins in measured.json, for readable diffs.
var oneLineEach = regexp.MustCompile(`"[\w-]+":\{`)

// checkMeasured compares measured.json with the measurement. `make generate` updates it.
func checkMeasured(t *testing.T, now Measurements) {
	t.Helper()
	text, err := json.Marshal(now)
	if err != nil {
		t.Fatal(err)
	}
	text = append(oneLineEach.ReplaceAll(text, []byte("\n$0")), '\n')
	if os.Getenv("VIGIL_GENERATE") != "" {
		if err := os.WriteFile("measured.json", text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(measured) != string(text) {
		t.Error("measured.json is not what was measured: run make generate")
	}
}

func allRules(t *testing.T) []*rules.Rule {
	t.Helper()
	list, err := Rules()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestIdioms checks that rules recognize each of the common idioms.
func TestIdioms(t *testing.T) {
	const idioms = "testdata/idioms"
	entries, err := os.ReadDir(idioms)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		dir, weak := idioms+"/"+e.Name(), 0
		perRule, notes := runApp(t, dir)
		for _, m := range perRule {
			weak += m.Weak
		}
		if weak == 0 {
			t.Errorf("%s: nothing is to be found", dir)
		}
		for _, n := range notes {
			t.Error(dir + "/" + n)
		}
	}
}

// runApp scans an application with all rules and compares the findings with the comments.
func runApp(t *testing.T, name string) (perRule map[string]Measured, notes []string) {
	t.Helper()
	files := map[string]string{}
	wanted := map[appLine]bool{} // true: a weakness
	root := os.DirFS(name)
	err := fs.WalkDir(root, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, p)
		files[p] = string(text)
		for i, line := range strings.Split(string(text), "\n") {
			if m := wantedRE.FindStringSubmatch(line); m != nil && !strings.HasSuffix(p, ".md") {
				for _, rule := range strings.Split(m[2], ",") {
					wanted[appLine{p, i + 1, strings.TrimSpace(rule)}] = m[1] == "finds"
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	list := allRules(t)
	ids := map[string]bool{}
	for _, r := range list {
		ids[r.ID] = true
	}
	found := map[appLine]bool{}
	result := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, rulescan.New(rulescan.Config{Rules: list, Syntax: grammars(t)}))
	for _, f := range result.Findings {
		found[appLine{f.Path, f.StartLine, f.Rule}] = true
	}
	for _, s := range result.Coverage["code"].Skipped {
		if s.Path != "" {
			t.Errorf("%s: %s was skipped: %s", name, s.Path, s.Reason)
		}
	}
	perRule = map[string]Measured{}
	for l, weak := range wanted {
		if !ids[l.rule] {
			t.Errorf("%s: %s: there is no such rule", name, l)
		}
		m := Measured{Safe: 1}
		if weak {
			m = Measured{Weak: 1}
		}
		switch {
		case weak && found[l]:
			m.Found = 1
		case weak:
			notes = append(notes, l.String()+": is not found")
		case found[l]:
			m.Reported = 1
			notes = append(notes, l.String()+": is found, although it is safe")
		}
		perRule[l.rule] = perRule[l.rule].add(m)
	}
	for l := range found {
		if _, spoken := wanted[l]; !spoken {
			perRule[l.rule] = perRule[l.rule].add(Measured{Safe: 1, Reported: 1})
			notes = append(notes, l.String()+": is found, and not expected")
		}
	}
	slices.Sort(notes)
	return perRule, notes
}
