// Package scan has the commands that analyze code without a server: scan, routes, and wiki. The
// engine runs in the sandboxed child process, as on a server, but scans anyway where the kernel
// cannot confine it.
package scan

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/cli/inputs"
	"vigil/internal/cli/local/model"
	"vigil/internal/cli/local/report"
	"vigil/internal/cli/local/target"
	"vigil/internal/engine"
	"vigil/internal/examine"
)

// maxCache is how many bytes the results of all scans of a user may have.
const maxCache = 1 << 30

// options are the flags of a local scan.
type options struct {
	branch, rules, format, output    string
	failOn, severity, baseline, diff string
	advisories                       string
	only, skip                       []string
	jobs                             int
	verbose, quiet, noCache          bool
	model                            string
	look                             *model.Look // nil: no model is asked
	answers                          string      // folder of the model's
	notes                            io.Writer
}

// NewScan returns the command that scans.
func NewScan() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "scan PATH|URL",
		Short: "Scan a folder, file, or git repository (no server needed)",
		Long: "Scan a folder, a file, or a git repository at https://… or file://… (no server needed). The code is not executed, and nothing leaves this machine unless --model names a language model.\n\n" +
			"With --rules, code is analyzed with the rules of that folder, in the Semgrep rule language, instead of the built-in ones.\n\n" +
			"--baseline and --diff hide existing findings, also from --fail-on. --baseline compares with the report of an earlier scan (JSON or SARIF) or with the whole tree at a git ref; " +
			"--diff reports only new findings in files changed since HEAD diverged from the ref, like a pull request scan.\n\n" +
			"Dependencies are checked against the advisory database of \"vigil advisories\". Without one they are skipped, with a note.\n\n" +
			"With --model, code around the shown findings is sent to the API at VIGIL_MODEL_URL with the key VIGIL_MODEL_KEY, secrets masked, for a second opinion on each. It changes neither the findings nor the exit code.\n\n" +
			"Exit codes: 0 clean, 1 findings at or above --fail-on, 2 usage error, 3 failure, or, with --fail-on, an unknown verdict because something was not examined whole. The last line on standard error states the reason.",
		Args: command.ExactArgs("PATH|URL"),
		RunE: func(c *cobra.Command, args []string) error {
			err := o.run(c, args[0])
			if err != nil && c.Context().Err() != nil {
				return errors.New("interrupted")
			}
			return err
		},
	}
	flags := c.Flags()
	flags.StringVar(&o.branch, "branch", "", "branch of the repository at URL (default: its default branch)")
	flags.StringVar(&o.rules, "rules", "", "folder or file with rules in the Semgrep rule language")
	inputs.DeclareAdvisories(flags, &o.advisories)
	flags.StringSliceVar(&o.only, "only", nil, "detectors to run, such as code,secrets (default all)")
	flags.StringSliceVar(&o.skip, "skip", nil, "detectors to skip")
	flags.StringVar(&o.format, "format", "table", strings.Join(report.Formats, ", "))
	flags.StringVar(&o.output, "output", "", "output file (default standard output)")
	flags.StringVar(&o.failOn, "fail-on", "", "exit with 1 on findings of this severity or higher, with 3 if something was not examined whole: critical, high, medium, or low")
	flags.StringVar(&o.severity, "severity", "", "show only findings of this severity or higher")
	flags.StringVar(&o.baseline, "baseline", "", "report only new findings compared with an earlier report (JSON or SARIF) or a git ref")
	flags.StringVar(&o.diff, "diff", "", "report only findings that are not in the merge base of HEAD and this git ref, as for a pull request")
	flags.StringVar(&o.model, "model", "", "language model for a second look at findings: "+command.Words(vigil.Models)+" (default none)")
	flags.IntVar(&o.jobs, "jobs", 0, "files analyzed in parallel; 0 for one per core")
	flags.BoolVar(&o.noCache, "no-cache", false, "analyze every file, even if an earlier scan did")
	flags.BoolVar(&o.verbose, "verbose", false, "also show code, description, data flow, remediation, and confidence")
	flags.BoolVar(&o.quiet, "quiet", false, "no progress, and no summary line unless the scan failed")
	for _, flag := range []string{"only", "skip"} {
		command.CompleteFlag(c, flag, examine.Detectors)
	}
	for _, flag := range []string{"fail-on", "severity"} {
		command.CompleteFlag(c, flag, vigil.Levels)
	}
	command.CompleteFlag(c, "format", report.Formats)
	command.CompleteFlag(c, "model", vigil.Models)
	return c
}

func (o *options) check() error {
	if !slices.Contains(report.Formats, o.format) {
		return command.Usagef("--format must be one of %s, not %q", strings.Join(report.Formats, ", "), o.format)
	}
	for flag, level := range map[string]string{"--fail-on": o.failOn, "--severity": o.severity} {
		if level != "" && !vigil.Level(level).Valid() {
			return command.Usagef("%s must be critical, high, medium, or low, not %q", flag, level)
		}
	}
	for flag, names := range map[string][]string{"--only": o.only, "--skip": o.skip} {
		for _, name := range names {
			if !slices.Contains(examine.Detectors, name) {
				return command.Usagef("%s takes %s, not %q", flag, strings.Join(examine.Detectors, ", "), name)
			}
		}
	}
	if o.jobs < 0 || o.jobs > 256 {
		return command.Usagef("--jobs must be a number from 1 to 256, or 0 for one per core, not %d", o.jobs)
	}
	if o.baseline != "" && o.diff != "" {
		return command.Usagef("--baseline and --diff cannot be used together")
	}
	if o.output != "" {
		if info, err := os.Stat(filepath.Dir(o.output)); err != nil || !info.IsDir() {
			return command.Usagef("--output: there is no folder %s", command.Plain(filepath.Dir(o.output)))
		}
		if info, err := os.Stat(o.output); err == nil && info.IsDir() {
			return command.Usagef("--output: %s is a folder", command.Plain(o.output))
		}
	}
	return nil
}

// detectors returns the names of the detectors to run.
func (o *options) detectors() ([]string, error) {
	var out []string
	for _, name := range examine.Detectors {
		if (len(o.only) == 0 || slices.Contains(o.only, name)) && !slices.Contains(o.skip, name) {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		return nil, command.Usagef("--skip leaves no detector to run")
	}
	if o.failOn != "" && !slices.ContainsFunc(judged, func(name string) bool { return slices.Contains(out, name) }) {
		return nil, command.Usagef("--fail-on needs a detector that reports findings: %s", strings.Join(judged, ", "))
	}
	return out, nil
}

func (o *options) run(c *cobra.Command, where string) error {
	if err := o.check(); err != nil {
		return err
	}
	trust := target.NewTrust(where, c.ErrOrStderr())
	examiner, err := o.examiner(trust)
	if err != nil {
		return err
	}
	if o.look, err = model.Parse(o.model); err != nil {
		return err
	}
	if o.look != nil {
		o.answers, o.notes = trust.ModelAnswers(), c.ErrOrStderr()
	}
	old, err := o.readBaseline(where)
	if err != nil {
		return err
	}
	p := command.NewProgress(c.ErrOrStderr(), o.quiet)
	defer p.Clear()
	src, err := target.Open(c.Context(), where, o.branch, p)
	if err != nil {
		return err
	}
	defer src.Close()
	result, err := o.analyze(c.Context(), examiner, src, old, p)
	if err != nil {
		return err
	}
	defer result.Close()
	p.Done()
	result.Judge(vigil.Level(o.failOn))
	style := report.Style{Verbose: o.verbose, Colors: o.output == "" && command.Colored(c.OutOrStdout())}
	err = toOutput(o.output, c.OutOrStdout(), func(w io.Writer) error { return result.Write(w, o.format, style) })
	if err != nil {
		return err
	}
	for _, reason := range result.NotRun() {
		if !o.quiet {
			fmt.Fprintln(c.ErrOrStderr(), "note: "+command.Plain(reason))
		}
	}
	if result.Unconfined != nil {
		warnUnconfined(c.ErrOrStderr(), *result.Unconfined)
	}
	verdict := result.Verdict()
	switch {
	case result.Failed():
		return command.GateFailed(verdict)
	case result.Unknown():
		return errors.New(verdict)
	}
	if !o.quiet {
		fmt.Fprintln(c.ErrOrStderr(), verdict)
	}
	return nil
}

func (o *options) examiner(t target.Trust) (*examine.Examiner, error) {
	only, err := o.detectors()
	if err != nil {
		return nil, err
	}
	e := t.Examiner()
	e.SecretsKey, e.Only, e.Workers = t.SecretsKey(), only, o.jobs
	if !o.noCache {
		e.CacheDir, e.CacheLimit = t.ScanCache(), maxCache
	}
	if file := t.Advisories(o.advisories); file != "" {
		if e.Advisories, err = filepath.Abs(file); err != nil {
			return nil, fmt.Errorf("find advisory database: %w", err)
		}
	}
	if e.Rules.BuiltIn = o.rules == ""; !e.Rules.BuiltIn {
		e.Rules.Own, err = inputs.ReadRules(o.rules)
	}
	return e, err
}

// analyze scans the source and removes what the baseline has.
func (o *options) analyze(ctx context.Context, examiner *examine.Examiner, src *target.Source, old baseline, p *command.Progress) (*report.Result, error) {
	if old.ref != "" {
		return o.analyzeSince(ctx, examiner, src, old, p)
	}
	now, err := src.Read(ctx, p)
	if err != nil {
		return nil, err
	}
	src.Close() // open snapshots stay readable
	defer now.Snapshot.Close()
	tree := examine.Tree{Snapshot: now.Snapshot, LeftOut: now.LeftOut, Cache: src.Cache(false)}
	if now.LeftOut, err = tree.Ignore(time.Now()); err != nil {
		return nil, err
	}
	ex, err := examineTree(ctx, examiner, tree, now.Files, p, "scanning")
	if err != nil {
		return nil, err
	}
	if old.known != nil {
		ex.Findings.LeaveOutKnown(func(fingerprint string) bool { return old.known[fingerprint] })
	}
	// A report does not tell what changed since: all that is incomplete counts.
	r, err := o.result(ex, now, src, old.known != nil, examine.NewGaps(ex.Coverage, now.LeftOut, nil))
	if err != nil {
		return nil, err
	}
	return o.secondLook(ctx, examiner, src, ex.Routes, now, r, p)
}

// analyzeSince scans the work tree as it is and as it was. Only the suppressions of the latter
// are in effect: a change must not hide its own findings.
func (o *options) analyzeSince(ctx context.Context, examiner *examine.Examiner, src *target.Source, old baseline, p *command.Progress) (*report.Result, error) {
	commit, err := src.CommitNamed(ctx, old.flag, old.ref)
	if err == nil && old.flag == "--diff" {
		commit, err = src.MergeBase(ctx, old.ref, commit)
	}
	if err != nil {
		return nil, err
	}
	now, before, changes, err := src.Since(ctx, commit, p)
	if err != nil {
		return nil, err
	}
	src.Close()
	defer now.Snapshot.Close()
	defer before.Snapshot.Close()
	trusted, err := before.IgnoreFile()
	if err != nil {
		return nil, err
	}
	tree := examine.Tree{Snapshot: now.Snapshot, IgnoreFile: &trusted, LeftOut: now.LeftOut, Cache: src.Cache(false)}
	if now.LeftOut, err = tree.Ignore(time.Now()); err != nil {
		return nil, err
	}
	ex, err := examineTree(ctx, examiner, tree, now.Files, p, "scanning")
	if err != nil {
		return nil, err
	}
	added := ex.Suppressions
	compared := &examine.Compared{IsChanged: changes.IsChanged, Before: changes.Before, Renamed: changes.Renamed}
	gaps := examine.NewGaps(ex.Coverage, now.LeftOut, compared)
	// The baseline is needed for what may have been there before, and for what it may lack as well.
	if (ex.Findings.Len() > 0 || len(added) > 0 || gaps.Total > 0 && o.failOn != "") && before.Files > 0 {
		was, err := examineTree(ctx, examiner, examine.Tree{Snapshot: before.Snapshot, IgnoreFile: new(string), Cache: src.Cache(true)}, before.Files, p, "scanning the baseline,")
		if err != nil {
			ex.Findings.Close()
			return nil, err
		}
		defer was.Findings.Close()
		ex.Findings.LeaveOut(was.Findings, changes.Renamed)
		added = examine.AddedSuppressions(added, was.Suppressions, changes.Renamed)
		compared.Coverage = was.Coverage
		gaps = examine.NewGaps(ex.Coverage, now.LeftOut, compared)
	}
	r, err := o.result(ex, now, src, true, gaps)
	if err != nil {
		return nil, err
	}
	r.AddNewSuppressions(added)
	return o.secondLook(ctx, examiner, src, ex.Routes, now, r, p)
}

// result takes over the findings.
func (o *options) result(ex examine.Report, now *target.Part, src *target.Source, compared bool, gaps examine.Gaps) (*report.Result, error) {
	o.narrow(&gaps, ex)
	from := src.Origin()
	return report.New(ex, report.Subject{
		Repository: from.Repository, Branch: from.Branch, Commit: from.Commit, Up: from.Up,
		Files: now.Files, LeftOut: now.LeftOut, Unconfined: src.Unconfined(ex), Compared: compared, Gaps: gaps,
	}, vigil.Level(o.severity))
}

// judged are the detectors that report findings.
var judged = []string{"secrets", "dependencies", "code"}

// narrow adds what the flags leave out: detectors, which a passing verdict names as out of scope,
// and rules. If nothing was looked for, the verdict is unknown.
func (o *options) narrow(gaps *examine.Gaps, ex examine.Report) {
	chosen, err := o.detectors()
	if err != nil { // checked before the scan
		return
	}
	for _, name := range judged {
		if !slices.Contains(chosen, name) {
			gaps.Unchecked = append(gaps.Unchecked, name+" (--only or --skip)")
		}
	}
	if len(gaps.Unchecked) >= len(judged) {
		gaps.Total++
		gaps.Named = append([]string{"nothing was looked for: " + strings.Join(gaps.Unchecked, ", ")}, gaps.Named...)
	}
	applied := slices.ContainsFunc(ex.Coverage, func(c engine.Coverage) bool { return c.Detector == "code" && len(c.Rules) > 0 })
	if o.rules != "" && slices.Contains(chosen, "code") && !applied {
		gaps.Total++
		gaps.Named = append([]string{"code: --rules has no usable rule"}, gaps.Named...)
	}
}

// examineTree runs the engine on a tree and shows the progress.
func examineTree(ctx context.Context, examiner *examine.Examiner, t examine.Tree, files int, p *command.Progress, stage string) (examine.Report, error) {
	p.Stage("%s 0 of %d files", stage, files)
	t.Progress = func(done, total int) {
		p.Step("%s %d of %d files", stage, files*done/max(total, 1), files)
	}
	return examiner.Examine(ctx, t)
}

// localScan analyzes a path, for commands that do not show findings. The caller closes the
// findings.
func localScan(c *cobra.Command, examiner *examine.Examiner, path string) (ex examine.Report, err error) {
	ctx := c.Context()
	p := command.NewProgress(io.Discard, true)
	src, err := target.Open(ctx, path, "", p)
	if err != nil {
		return ex, err
	}
	defer src.Close()
	now, err := src.Read(ctx, p)
	if err != nil {
		return ex, err
	}
	defer now.Snapshot.Close()
	ex, err = examineTree(ctx, examiner, examine.Tree{Snapshot: now.Snapshot}, now.Files, p, "scanning")
	if why := src.Unconfined(ex); err == nil && why != "" {
		warnUnconfined(c.ErrOrStderr(), why)
	}
	return ex, err
}

// warnUnconfined warns, even with --quiet, that a malicious file could have harmed this machine.
func warnUnconfined(w io.Writer, why string) {
	fmt.Fprintln(w, "warning: this scan was not confined: "+why)
}
