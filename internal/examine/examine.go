package examine

import (
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
)

// request is what the sandboxed process is asked for.
type request struct {
	Now        time.Time     `json:"now"`
	Partial    bool          `json:"partial"`
	Time       time.Duration `json:"time"` // after which what was not looked at is left
	SecretsKey []byte        `json:"secrets_key"`
	BuiltIn    bool          `json:"built_in,omitempty"`
	Rules      rules.Layers  `json:"rules,omitempty"`
	Only       []string      `json:"only,omitempty"`
	Workers    int           `json:"workers,omitempty"`
	// Title is that of the API description to be made; "": routes are reported instead.
	Title      string  `json:"title,omitempty"`
	IgnoreFile *string `json:"ignore_file,omitempty"` // see engine.Options
	// Import: the snapshot has a document of another tool's findings, and nothing else.
	Import bool `json:"import,omitempty"`
	// Check: nothing is to be examined but the rules themselves.
	Check check `json:"check,omitempty"`
	// Advisories is a file, which is opened before the process gives up its rights. Records
	// are advisories in OSV's format, in its place.
	Advisories string            `json:"advisories,omitempty"`
	Records    []json.RawMessage `json:"records,omitempty"`
	// Grammars are loaded before the process gives up its rights, from GrammarCache.
	Grammars     []string `json:"grammars,omitempty"`
	GrammarCache string   `json:"grammar_cache,omitempty"`
}

// parses reports whether syntax trees are needed.
func (r *request) parses() bool {
	return !r.Import && (len(r.Only) == 0 || slices.Contains(r.Only, "routes") || slices.Contains(r.Only, "code") && (r.BuiltIn || !r.Rules.Empty()))
}

// looksUp reports whether advisories are needed.
func (r *request) looksUp() bool {
	return !r.Import && r.Check == "" && (len(r.Only) == 0 || slices.Contains(r.Only, "dependencies"))
}

// advisories returns what is known of packages. Without it the scan goes on, and says so.
func (r *request) advisories() dependencies.Config {
	if len(r.Records) > 0 {
		known, err := advisory.NewMemory(r.Records)
		if err != nil {
			return dependencies.Config{Missing: "the advisories of the sample cannot be read: " + err.Error()}
		}
		return dependencies.Config{Advisories: known, Digest: "sample"}
	}
	if r.Advisories == "" {
		return dependencies.Config{}
	}
	_, known, err := advisory.Open(r.Advisories) // stays open for as long as the process lives
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return dependencies.Config{}
	case errors.Is(err, advisory.ErrFormat):
		return dependencies.Config{Missing: "dependencies were not looked at, for the file of advisories is damaged"}
	case err != nil: // whose text has a path of the server's
		return dependencies.Config{Missing: "dependencies were not looked at, for the file of advisories cannot be read"}
	}
	return dependencies.Config{Advisories: known, Digest: known.Status.Digest}
}

// Tree is a source tree to be examined, and how.
type Tree struct {
	// Snapshot holds its files.
	Snapshot *os.File
	// Partial: the snapshot holds only some of the files.
	Partial bool
	// Title is that of the API description to be made of the routes. Empty: the routes are
	// reported one by one instead.
	Title string
	// Rules are the team's own, beside or instead of those of the Examiner.
	Rules vigil.RuleBundle
	// IgnoreFile is used instead of the ignore file of the tree when two trees are compared:
	// that of the earlier tree for the later one, and an empty one for the earlier tree itself,
	// which is to tell all that was there before. If it is set, the report has the suppressions
	// of the tree.
	IgnoreFile *string
	// Sample: it is the sample that comes with the program, whose dependencies are looked up
	// in the advisories that do so too.
	Sample bool
	// Progress, if set, is told how many files are done.
	Progress func(done, total int)
}

// Report is what the engine said about a tree, checked.
type Report struct {
	Findings    *Findings        // to be closed
	Routes      []engine.Route   // unless a description was asked for
	Description vigil.ScanRoutes // of the routes; none of a part of a tree
	Wiki        string
	Coverage    []engine.Coverage
	Language    string
	// Suppressions are those of a tree that is compared, whether they count or not.
	Suppressions []engine.Suppression
	// Unconfined is why the engine ran with more rights than it needs; empty: it did not.
	Unconfined string
}

// Detectors are the names of all detectors, see Examiner.Only.
var Detectors = all.Names

// Examiner examines trees in a sandbox.
type Examiner struct {
	Sandbox *sandbox.Sandbox
	// SecretsKey makes the hashes by which secrets are told apart.
	SecretsKey []byte
	// Rules are what to look for in code, in the Semgrep rule language, beside the rules that come
	// with Vigil if they are wanted, too. A team can bring others in the place of both, but not
	// of the operator's.
	BuiltIn              bool
	Rules, OperatorRules rules.Bundle
	// Only are the names of the detectors to run; none: all.
	Only []string
	// Workers is how many files are looked at at once; 0: one for each core.
	Workers int
	// GrammarCache is a folder for compiled grammars that nobody else can write
	// to. "": each scan compiles those that it needs, which takes seconds.
	GrammarCache string
	// Advisories is the absolute path of the file with what is known of packages. It need
	// not be there; each scan opens it anew.
	Advisories string
	// SampleRecords are the advisories for the sample that comes with the program.
	SampleRecords []json.RawMessage
}

// maxFindings bounds what one scan may report, for memory's and the disk's sake. The engine
// itself stops at 200,000 and says so in its coverage; a child that says more is not
// to be believed, and to drop some would make them look fixed.
const maxFindings = 300_000

// maxSuppressions is how many suppressions are named.
const maxSuppressions = 20_000

// maxRoutes does the same for routes, of which the engine says 10,000 at most.
const maxRoutes = 20_000

// Examine has the engine examine a tree in the sandbox. Close the findings of the report.
func (e *Examiner) Examine(ctx context.Context, t Tree) (Report, error) {
	r := request{
		Now: time.Now(), Time: e.Sandbox.WorkTime(), SecretsKey: e.SecretsKey, Only: e.Only, Workers: e.Workers, GrammarCache: e.GrammarCache,
		Title: t.Title, Partial: t.Partial, IgnoreFile: t.IgnoreFile, BuiltIn: e.BuiltIn && !t.Rules.ReplacesBuiltIn,
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
	return e.run(ctx, t.Snapshot, r, t.Progress)
}

// run has the sandboxed process do what is asked. The lines it writes come from a process
// that read hostile input, so nothing in them is believed before it was checked.
func (e *Examiner) run(ctx context.Context, snapshot *os.File, r request, progress func(done, total int)) (report Report, err error) {
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
			return fmt.Errorf("read what the engine said: %w", err)
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
				return fmt.Errorf("read what the engine said: %q is no route", m.Route.Method)
			}
			if len(report.Routes) == maxRoutes {
				return explain("The source has more routes than can be recorded.", nil)
			}
			report.Routes = append(report.Routes, *m.Route)
		case m.Wiki != nil:
			if !wiki.Valid(*m.Wiki) {
				return fmt.Errorf("read what the engine said: a text of %d bytes is no wiki", len(*m.Wiki))
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
		return report, explain("The source took too long to examine.", err)
	case errors.Is(err, sandbox.ErrMemory):
		return report, explain("The source needed too much memory to examine.", err)
	case errors.Is(err, sandbox.ErrOutput):
		return report, explain("The source has more findings than can be recorded.", err)
	case errors.Is(err, sandbox.ErrUnsupported):
		return report, explain("Scans cannot be confined on this machine. The operator can see why in the log of the server, and allow scans all the same with --sandbox best-effort.", err)
	}
	return report, err
}

// layers puts the rules for a scan together, the strongest last.
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
// is asked outside the sandbox.
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

// Always reports whether a file is examined even if nothing changed in it: it decides on what
// is found in others, or advisories may be newer than it.
func Always(path string) bool { return path == engine.IgnoreFile || dependencies.Concerns(path) }

// Unconfined joins the reasons why git and the engine have more rights than they need.
func Unconfined(git, child string) string {
	if git == child || child == "" {
		return git
	}
	return strings.TrimPrefix(git+"; "+child, "; ")
}

// explain is an error with a sentence for people.
func explain(sentence string, cause error) error {
	return &vigil.Error{Code: "scan_failed", Message: sentence, Err: cause}
}
