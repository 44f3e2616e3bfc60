package examine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/examine/protocol"
	"vigil/internal/rulebundle"
	"vigil/internal/sandbox"
)

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
	Witnesses []engine.Witness
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
	// Rules are the rules for code. A Tree may bring more.
	Rules rulebundle.Set
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

// Examine scans a tree in the sandbox. The caller must close the findings of the report.
func (e *Examiner) Examine(ctx context.Context, t Tree) (Report, error) {
	r := protocol.Request{
		Now: time.Now(), Time: e.Sandbox.WorkTime(), SecretsKey: e.SecretsKey, Only: e.Only, Workers: e.Workers, GrammarCache: e.GrammarCache,
		Witnesses: t.Witnesses, Title: t.Title, IgnoreFile: t.IgnoreFile,
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
	if r.BuiltIn, r.Rules, err = e.Rules.With(ctx, t.Rules); err != nil {
		return Report{}, err
	}
	if r.Parses() {
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

// Unconfined joins the reasons why git and the engine have more rights than they need.
func Unconfined(git, child string) string {
	if git == child || child == "" {
		return git
	}
	return strings.TrimPrefix(git+"; "+child, "; ")
}

// grammars returns those that files of the snapshot may need, by their names alone: it
// runs outside the sandbox.
func grammars(snapshot *os.File) ([]string, error) {
	info, err := snapshot.Stat()
	if err != nil {
		return nil, fmt.Errorf("read snapshot: %w", err)
	}
	return all.Grammars(snapshot, info.Size())
}
