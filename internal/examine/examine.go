package examine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"vigil"
	"vigil/internal/advisory"
	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/engine/dependencies"
	"vigil/internal/engine/routes"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/wiki"
	"vigil/internal/sandbox"
	"vigil/internal/scancache"
)

// request is the input of the sandboxed process.
type request struct {
	Now        time.Time     `json:"now"`
	Time       time.Duration `json:"time"` // after which the remaining files are skipped
	SecretsKey []byte        `json:"secrets_key"`
	BuiltIn    bool          `json:"built_in,omitempty"`
	Rules      rules.Layers  `json:"rules,omitempty"`
	Only       []string      `json:"only,omitempty"`
	Workers    int           `json:"workers,omitempty"`
	// Title is the title of the API description; "": routes are reported instead.
	Title      string   `json:"title,omitempty"`
	IgnoreFile *string  `json:"ignore_file,omitempty"` // see engine.Options
	LeftOut    []string `json:"left_out,omitempty"`
	// Import: the snapshot contains only a SARIF document of another tool.
	Import bool `json:"import,omitempty"`
	// Check: only the rules themselves are checked.
	Check check `json:"check,omitempty"`
	// Witnesses are proven rules. Adoption is that of the one to check.
	Witnesses []Witness       `json:"witnesses,omitempty"`
	Adoption  *rules.Adoption `json:"adoption,omitempty"`
	// Advisories is a file that is opened before the process drops its rights. Records are
	// advisories in OSV format instead.
	Advisories string            `json:"advisories,omitempty"`
	Records    []json.RawMessage `json:"records,omitempty"`
	// Grammars are loaded from GrammarCache before the process drops its rights.
	Grammars     []string `json:"grammars,omitempty"`
	GrammarCache string   `json:"grammar_cache,omitempty"`
	// Cache is a file with results of earlier scans, by the same Build of the program.
	Cache         string `json:"cache,omitempty"`
	CacheReadOnly bool   `json:"cache_read_only,omitempty"`
	Build         string `json:"build,omitempty"`
}

// parses reports whether the scan parses source code.
func (r *request) parses() bool {
	return !r.Import && (len(r.Only) == 0 || slices.Contains(r.Only, "routes") || slices.Contains(r.Only, "code") && (r.BuiltIn || !r.Rules.Empty()) || len(r.Witnesses) > 0)
}

// looksUp reports whether advisories are needed.
func (r *request) looksUp() bool {
	return !r.Import && r.Check == "" && (len(r.Only) == 0 || slices.Contains(r.Only, "dependencies"))
}

// advisories returns the advisories. Without them the scan continues, and the coverage says so.
func (r *request) advisories() dependencies.Config {
	if len(r.Records) > 0 {
		known, err := advisory.NewMemory(r.Records)
		if err != nil {
			return dependencies.Config{Damaged: "dependencies not checked: the advisories of the sample cannot be read: " + err.Error()}
		}
		return dependencies.Config{Advisories: known, Digest: "sample"}
	}
	if r.Advisories == "" {
		return dependencies.Config{}
	}
	_, known, err := advisory.Open(r.Advisories) // stays open for the lifetime of the process
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return dependencies.Config{}
	case errors.Is(err, advisory.ErrFormat):
		return dependencies.Config{Damaged: "dependencies not checked: the advisory database is damaged"}
	case err != nil: // its text has a path on the server
		return dependencies.Config{Damaged: "dependencies not checked: the advisory database cannot be read"}
	}
	return dependencies.Config{Advisories: known, Digest: known.Status.Digest}
}

// Tree is a source tree to scan, and how.
type Tree struct {
	// Snapshot contains its files.
	Snapshot *os.File
	// Title is the title of the API description. Empty: the routes are reported one by one
	// instead.
	Title string
	// Rules are the team's own, in addition to or instead of those of the Examiner.
	Rules vigil.RuleBundle
	// Witnesses are the proven rules of the repository.
	Witnesses []Witness
	// IgnoreFile replaces the ignore file of the tree when two trees are compared: that of the
	// baseline for the newer tree, and an empty one for the baseline itself, so that all its
	// findings are reported. If it is set, the report contains the suppressions of the
	// tree.
	IgnoreFile *string
	// LeftOut are the files that are missing from the snapshot.
	LeftOut []engine.Skip
	// Sample: it is the built-in sample, whose dependencies are checked against the built-in
	// advisories.
	Sample bool
	// Cache is how results of earlier scans are used.
	Cache CacheUse
	// Progress, if not nil, is called with the number of files done.
	Progress func(done, total int)
}

// Report is the validated result of the engine for a tree.
type Report struct {
	Findings    *Findings        // must be closed
	Routes      []engine.Route   // unless a description was requested
	Description vigil.ScanRoutes // of the routes
	Wiki        string
	Coverage    []engine.Coverage
	Language    string
	// Suppressions are those of a tree that is compared, whether they apply or not.
	Suppressions []engine.Suppression
	// Unconfined is why the engine ran with more rights than it needs; empty if it did not.
	Unconfined string
	// NotCached is why results were not stored for later scans; they are only slower then.
	NotCached error
}

// Detectors are the names of all detectors, see Examiner.Only.
var Detectors = all.Names

// Examiner scans trees in a sandbox.
type Examiner struct {
	Sandbox *sandbox.Sandbox
	// SecretsKey is the key of the hashes that identify secrets.
	SecretsKey []byte
	// Rules are the operator's rules for code, in the Semgrep rule language, in addition to
	// the built-in ones if BuiltIn is set. A team can replace built-in rules with its own, but
	// not the operator's.
	BuiltIn              bool
	Rules, OperatorRules rules.Bundle
	// Only are the names of the detectors to run; empty: all.
	Only []string
	// Workers is the number of files scanned concurrently; 0: one per core.
	Workers int
	// GrammarCache is a folder for compiled grammars that nobody else can write to. "": each
	// scan compiles the grammars it needs, which takes seconds.
	GrammarCache string
	// CacheDir is the absolute path of a folder for results that later scans can use, which
	// nobody else can write to. "": each scan analyzes every file. CacheLimit is how many bytes
	// it may have.
	CacheDir   string
	CacheLimit int64
	// Advisories is the absolute path of the advisory database. It need not exist; each
	// scan opens it again.
	Advisories string
	// SampleRecords are the advisories for the built-in sample.
	SampleRecords []json.RawMessage
}

// maxFindings limits what one scan may report, to bound memory and disk space. The engine
// itself stops at 200,000 and says so in its coverage; a child that reports more is not
// trusted, and dropping some would make them look fixed.
const maxFindings = 300_000

// maxSuppressions limits the reported suppressions.
const maxSuppressions = 20_000

// maxRoutes does the same for routes, of which the engine reports 10,000 at most.
const maxRoutes = 20_000

// Examine scans a tree in the sandbox. The caller must close the findings of the report.
func (e *Examiner) Examine(ctx context.Context, t Tree) (Report, error) {
	r := request{
		Now: time.Now(), Time: e.Sandbox.WorkTime(), SecretsKey: e.SecretsKey, Only: e.Only, Workers: e.Workers, GrammarCache: e.GrammarCache,
		Witnesses: t.Witnesses, Title: t.Title, IgnoreFile: t.IgnoreFile, BuiltIn: e.BuiltIn && !t.Rules.ReplacesBuiltIn,
	}
	for _, s := range t.LeftOut {
		if s.IsIncomplete() {
			r.LeftOut = append(r.LeftOut, s.Path)
		}
	}
	if t.Sample {
		r.Records = e.SampleRecords
	} else {
		r.Advisories = e.Advisories
	}
	var err error
	if r.Rules, err = e.layers(ctx, t.Rules); err != nil {
		return Report{}, err
	}
	if r.parses() {
		if r.Grammars, err = grammars(t.Snapshot); err != nil {
			return Report{}, err
		}
	}
	update := e.useCache(&r, t.Snapshot, t.Cache)
	return e.run(ctx, t.Snapshot, r, update, t.Progress)
}

// Ignore returns LeftOut after the ignore file in effect has excluded some.
func (t Tree) Ignore(now time.Time) ([]engine.Skip, error) {
	if t.IgnoreFile != nil || len(t.LeftOut) == 0 {
		return engine.Ignore(*cmp.Or(t.IgnoreFile, new(string)), now, t.LeftOut), nil
	}
	info, err := t.Snapshot.Stat()
	if err != nil {
		return nil, fmt.Errorf("read snapshot: %w", err)
	}
	text, err := engine.IgnoreFileOf(t.Snapshot, info.Size())
	return engine.Ignore(text, now, t.LeftOut), err
}

// run runs the sandboxed process. Its output comes from a process that read hostile input, so
// nothing in it is used unchecked.
func (e *Examiner) run(ctx context.Context, snapshot *os.File, r request, cache *scancache.Update, progress func(done, total int)) (report Report, err error) {
	var used []byte
	if cache != nil {
		defer func() {
			if err != nil {
				cache.Discard()
				return
			}
			if report.NotCached = cache.Commit(used); report.NotCached == nil {
				report.NotCached = scancache.Sweep(e.CacheDir, e.CacheLimit)
			}
		}()
	}
	asked, err := json.Marshal(r)
	if err != nil {
		return Report{}, fmt.Errorf("encode request: %w", err)
	}
	if report.Findings, err = NewFindings(); err != nil {
		return Report{}, err
	}
	defer func() {
		if err != nil {
			report.Findings.Close()
			report = Report{}
		}
	}()
	report.Unconfined = e.Sandbox.Unconfined()
	texts := map[string]string{}
	err = e.Sandbox.Run(ctx, snapshot, asked, func(text []byte) error {
		var m line
		if err := json.Unmarshal(text, &m); err != nil {
			return fmt.Errorf("read engine output: %w", err)
		}
		switch {
		case m.Progress != nil:
			if progress != nil {
				progress(m.Progress.Done, m.Progress.Total)
			}
		case m.Language != nil:
			report.Language = *m.Language
		case m.Coverage != nil:
			report.Coverage = joinCoverage(report.Coverage, *m.Coverage, texts)
		case m.Finding != nil:
			if len(report.Findings.entries) == maxFindings {
				return explain("The source has more findings than can be recorded.", nil)
			}
			return report.Findings.Add(*m.Finding)
		case m.Description != nil:
			return addDescription(&report.Description, *m.Description)
		case m.Suppression != nil:
			if len(report.Suppressions) < maxSuppressions {
				report.Suppressions = append(report.Suppressions, *m.Suppression)
			}
		case m.Route != nil:
			if r.Title != "" || !routes.Valid(*m.Route) {
				return fmt.Errorf("read engine output: %q is not a route", m.Route.Method)
			}
			if len(report.Routes) == maxRoutes {
				return explain("The source has more routes than can be recorded.", nil)
			}
			report.Routes = append(report.Routes, *m.Route)
		case m.Entry != nil:
			if cache != nil {
				cache.Add(m.Entry.Key, m.Entry.Value)
			}
		case m.Used != nil:
			used = m.Used
		case m.Wiki != nil:
			if !wiki.Valid(*m.Wiki) {
				return fmt.Errorf("read engine output: %d bytes are not a wiki", len(*m.Wiki))
			}
			report.Wiki = *m.Wiki
		}
		return nil
	})
	if err == nil {
		err = checkDescription(report.Description)
	}
	switch {
	case errors.Is(err, sandbox.ErrTimeout):
		return report, explain("The scan of the source took too long.", err)
	case errors.Is(err, sandbox.ErrMemory):
		return report, explain("The scan of the source needed too much memory.", err)
	case errors.Is(err, sandbox.ErrOutput):
		return report, explain("The source has more findings than can be recorded.", err)
	case errors.Is(err, sandbox.ErrUnsupported):
		return report, explain("This machine cannot sandbox scans. The server log says why. The operator can allow scans anyway with --sandbox best-effort.", err)
	}
	return report, err
}

// layers combines the rules for a scan, the highest precedence last.
func (e *Examiner) layers(ctx context.Context, own vigil.RuleBundle) (rules.Layers, error) {
	if len(own.Content) == 0 {
		return rules.Layers{e.Rules, e.OperatorRules}, nil
	}
	team, err := openBundle(ctx, own)
	if err != nil {
		return nil, fmt.Errorf("open the rules of the team: %w", err)
	}
	if own.ReplacesBuiltIn {
		return rules.Layers{team, e.OperatorRules}, nil
	}
	return rules.Layers{e.Rules, team, e.OperatorRules}, nil
}

// grammars returns those that files of the snapshot may need, by their names alone: it
// runs outside the sandbox.
func grammars(snapshot *os.File) ([]string, error) {
	info, err := snapshot.Stat()
	if err != nil {
		return nil, fmt.Errorf("read snapshot: %w", err)
	}
	seen := map[string]bool{}
	err = engine.EachPath(snapshot, info.Size(), func(name []byte) {
		for _, g := range rulescan.Grammars(string(name)) {
			seen[g] = true
		}
	})
	return slices.Sorted(maps.Keys(seen)), err
}

// Unconfined joins the reasons why git and the engine have more rights than they need.
func Unconfined(git, child string) string {
	if git == child || child == "" {
		return git
	}
	return strings.TrimPrefix(git+"; "+child, "; ")
}

// explain adds a sentence for users to an error.
func explain(sentence string, cause error) error {
	return &vigil.Error{Code: "scan_failed", Message: sentence, Err: cause}
}
