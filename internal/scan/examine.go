package scan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"time"

	"vigil"
	"vigil/internal/advisory"
	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/engine/dependencies"
	"vigil/internal/engine/routes"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax"
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

// parses tells whether syntax trees are needed.
func (r *request) parses() bool {
	return !r.Import && (len(r.Only) == 0 || slices.Contains(r.Only, "routes") || slices.Contains(r.Only, "code") && (r.BuiltIn || !r.Rules.Empty()))
}

// looksUp tells whether advisories are needed.
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

// Examiner lets the engine look at snapshots in a sandbox.
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

// Examine is what a Runner needs. Without a title, routes are returned as they are and not as an API
// description. Close what it returns. The lines come from a process that read hostile input, so nothing in
// them is believed before it was checked.
func (e *Examiner) Examine(ctx context.Context, snapshot *os.File, title string, own vigil.RuleBundle, partial bool, progress func(done, total int)) (ex Examination, err error) {
	return e.examine(ctx, snapshot, own, request{Title: title, Partial: partial, Advisories: e.Advisories}, progress)
}

// ExamineCompared is Examine for one of two trees that are compared: ignoreFile is that of the
// earlier tree for the later one, and empty for the earlier one itself, which is to tell all
// that was there before. The suppressions of the tree come with what it returns.
func (e *Examiner) ExamineCompared(ctx context.Context, snapshot *os.File, own vigil.RuleBundle, ignoreFile string, partial bool, progress func(done, total int)) (ex Examination, err error) {
	return e.examine(ctx, snapshot, own, request{Partial: partial, Advisories: e.Advisories, IgnoreFile: &ignoreFile}, progress)
}

// ExamineSample is Examine for the sample that comes with the program, with the advisories
// that do so too.
func (e *Examiner) ExamineSample(ctx context.Context, snapshot *os.File, title string, own vigil.RuleBundle, partial bool, progress func(done, total int)) (ex Examination, err error) {
	return e.examine(ctx, snapshot, own, request{Title: title, Partial: partial, Records: e.SampleRecords}, progress)
}

func (e *Examiner) examine(ctx context.Context, snapshot *os.File, own vigil.RuleBundle, r request, progress func(done, total int)) (ex Examination, err error) {
	r.Now, r.Time, r.SecretsKey, r.Only, r.Workers, r.GrammarCache = time.Now(), e.Sandbox.WorkTime(), e.SecretsKey, e.Only, e.Workers, e.GrammarCache
	r.BuiltIn = e.BuiltIn && !own.ReplacesBuiltIn
	if r.Rules, err = e.layers(ctx, own); err != nil {
		return Examination{}, err
	}
	if r.parses() {
		if r.Grammars, err = grammars(snapshot); err != nil {
			return Examination{}, err
		}
	}
	return e.run(ctx, snapshot, r, progress)
}

// run has the sandboxed process do what is asked.
func (e *Examiner) run(ctx context.Context, snapshot *os.File, r request, progress func(done, total int)) (ex Examination, err error) {
	asked, err := json.Marshal(r)
	if err != nil {
		return Examination{}, fmt.Errorf("encode request: %w", err)
	}
	if ex.Findings, err = NewFindings(); err != nil {
		return Examination{}, err
	}
	defer func() {
		if err != nil {
			ex.Findings.Close()
			ex = Examination{}
		}
	}()
	ex.Unconfined = e.Sandbox.Unconfined()
	texts := map[string]string{}
	err = e.Sandbox.Run(ctx, snapshot, asked, func(text []byte) error {
		var m line
		if err := json.Unmarshal(text, &m); err != nil {
			return fmt.Errorf("read what the engine said: %w", err)
		}
		switch {
		case m.Progress != nil:
			progress(m.Progress.Done, m.Progress.Total)
		case m.Language != nil:
			ex.Language = *m.Language
		case m.Coverage != nil:
			ex.Coverage = joinCoverage(ex.Coverage, *m.Coverage, texts)
		case m.Finding != nil:
			if len(ex.Findings.marks) == maxFindings {
				return explain("The source has more findings than can be recorded.", nil)
			}
			return ex.Findings.Add(*m.Finding)
		case m.Description != nil:
			return addDescription(&ex.Description, *m.Description)
		case m.Suppression != nil:
			if len(ex.Suppressions) < maxSuppressions {
				ex.Suppressions = append(ex.Suppressions, *m.Suppression)
			}
		case m.Route != nil:
			if r.Title != "" || !routes.Valid(*m.Route) {
				return fmt.Errorf("read what the engine said: %q is no route", m.Route.Method)
			}
			if len(ex.Routes) == maxRoutes {
				return explain("The source has more routes than can be recorded.", nil)
			}
			ex.Routes = append(ex.Routes, *m.Route)
		case m.Wiki != nil:
			if !wiki.Valid(*m.Wiki) {
				return fmt.Errorf("read what the engine said: a text of %d bytes is no wiki", len(*m.Wiki))
			}
			ex.Wiki = *m.Wiki
		}
		return nil
	})
	if err == nil {
		err = checkDescription(ex.Description)
	}
	switch {
	case errors.Is(err, sandbox.ErrTimeout):
		return ex, explain("The source took too long to examine.", err)
	case errors.Is(err, sandbox.ErrMemory):
		return ex, explain("The source needed too much memory to examine.", err)
	case errors.Is(err, sandbox.ErrOutput):
		return ex, explain("The source has more findings than can be recorded.", err)
	case errors.Is(err, sandbox.ErrUnsupported):
		return ex, explain("Scans cannot be confined on this machine. The operator can see why in the log of the server, and allow scans all the same with --sandbox best-effort.", err)
	}
	return ex, err
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

// Child is what the program does in the sandboxed process. It returns the exit
// code.
//
// Advisories are opened, and grammars loaded, while files can be read and written. A grammar
// that turns out to be needed later has to be compiled, each time anew.
func Child() int {
	var r request
	var parsers *syntax.Engine
	var known dependencies.Config
	prepare := func(asked []byte) (err error) {
		if err := json.Unmarshal(asked, &r); err != nil {
			return fmt.Errorf("read request: %w", err)
		}
		if r.looksUp() {
			known = r.advisories()
		}
		if !r.parses() {
			return nil
		}
		if parsers, err = syntax.New(syntax.Config{CacheDir: r.GrammarCache}); err != nil {
			return err
		}
		return parsers.Load(r.Grammars...)
	}
	return sandbox.Child(prepare, func(snapshot *os.File, _ []byte, out io.Writer) error {
		if r.Check != "" {
			return checkRules(r, parsers, out)
		}
		info, err := snapshot.Stat()
		if err != nil {
			return fmt.Errorf("read snapshot: %w", err)
		}
		tree, err := engine.ReadSnapshot(snapshot, info.Size())
		if err != nil {
			return err
		}
		lines := json.NewEncoder(out)
		encode := func(l line) error {
			if l.Coverage == nil {
				return lines.Encode(l)
			}
			for _, part := range splitCoverage(*l.Coverage) {
				if err := lines.Encode(engine.Message{Coverage: &part}); err != nil {
					return err
				}
			}
			return nil
		}
		handle := func(m engine.Message) error { return encode(line{Message: m}) }
		if r.Title != "" {
			handle = (&describing{title: r.Title, partial: r.Partial, encode: encode}).handle
		}
		options := engine.Options{Now: r.Now, Partial: r.Partial, MaxTime: r.Time, Workers: r.Workers, IgnoreFile: r.IgnoreFile}
		if r.Import {
			return detectImported(tree, handle, options)
		}
		config := all.Config{SecretsKey: r.SecretsKey, Dependencies: known, BuiltIn: r.BuiltIn, CodeRules: r.Rules, Only: r.Only, Syntax: parsers, Now: r.Now}
		options.Describer = all.Describer(config)
		detectors, err := all.Detectors(config)
		if err != nil {
			return err
		}
		return engine.Run(context.Background(), tree, detectors, options, handle)
	})
}
