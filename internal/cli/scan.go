package cli

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/internal/examine"
	"vigil/internal/sandbox"
)

// errGate is a scan that found what the user asked not to find.
var errGate = errors.New("the scan found something at or above --fail-on")

// scanOptions are the flags of a local scan.
type scanOptions struct {
	branch, rules, format, output    string
	failOn, severity, baseline, diff string
	advisories                       string
	only, skip                       []string
	jobs                             int
	verbose, quiet                   bool
}

func newScan() *cobra.Command {
	var o scanOptions
	c := &cobra.Command{
		Use:   "scan PATH|URL",
		Short: "Scan a folder, file, or git repository (no server needed)",
		Long: "Scan a folder, a file, or a git repository at https://… or file://… (no server needed). The code is not executed, and nothing leaves this machine.\n\n" +
			"With --rules, code is analyzed with the rules of that folder, in the Semgrep rule language, instead of the built-in ones.\n\n" +
			"--baseline and --diff hide existing findings, also from --fail-on. --baseline compares with the report of an earlier scan (JSON or SARIF) or with the whole tree at a git ref; " +
			"--diff reports only new findings in files changed since HEAD diverged from the ref, like a pull request scan.\n\n" +
			"Dependencies are checked against the advisory database of \"vigil advisories\". Without one they are skipped, with a note.\n\n" +
			"Exit codes: 0 clean, 1 findings at or above --fail-on, 2 usage error, 3 failure. The last line on standard error states the reason.",
		Args: exactArgs("PATH|URL"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.run(c, args[0]); err != nil {
				if c.Context().Err() != nil {
					err = errors.New("interrupted")
				}
				return scanError{err}
			}
			return nil
		},
	}
	flags := c.Flags()
	flags.StringVar(&o.branch, "branch", "", "branch of the repository at URL (default: its default branch)")
	flags.StringVar(&o.rules, "rules", "", "folder or file with rules in the Semgrep rule language")
	declareAdvisories(flags, &o.advisories)
	flags.StringSliceVar(&o.only, "only", nil, "detectors to run, such as code,secrets (default all)")
	flags.StringSliceVar(&o.skip, "skip", nil, "detectors to skip")
	flags.StringVar(&o.format, "format", "table", strings.Join(formatNames, ", "))
	flags.StringVar(&o.output, "output", "", "output file (default standard output)")
	flags.StringVar(&o.failOn, "fail-on", "", "exit with 1 on findings of this severity or higher: critical, high, medium, or low")
	flags.StringVar(&o.severity, "severity", "", "show only findings of this severity or higher")
	flags.StringVar(&o.baseline, "baseline", "", "report only new findings compared with an earlier report (JSON or SARIF) or a git ref")
	flags.StringVar(&o.diff, "diff", "", "report only new findings in files changed since this git ref")
	flags.IntVar(&o.jobs, "jobs", 0, "files analyzed in parallel; 0 for one per core")
	flags.BoolVar(&o.verbose, "verbose", false, "also show code, description, data flow, remediation, and confidence")
	flags.BoolVar(&o.quiet, "quiet", false, "no progress, and no summary line unless the scan failed")
	for _, flag := range []string{"only", "skip"} {
		completeFlag(c, flag, examine.Detectors)
	}
	for _, flag := range []string{"fail-on", "severity"} {
		completeFlag(c, flag, vigil.Levels)
	}
	completeFlag(c, "format", formatNames)
	return c
}

// scanError is an error of a local scan, for its closing line.
type scanError struct{ error }

func (e scanError) Unwrap() error { return e.error }

// closingLine says at the end of standard error what came of a command. What it knows
// beside the reason comes in lines before it.
func closingLine(err error) string {
	text := strings.Join(plainLines(err.Error()), "\n")
	if e, ok := errors.AsType[*vigil.Error](err); ok && e.Err != nil {
		if _, isScan := errors.AsType[scanError](err); isScan {
			return strings.Join(plainLines(e.Err.Error()), "\n") + "\nerror: " + plain(e.Message)
		}
	}
	switch _, isScan := errors.AsType[scanError](err); {
	case isScan && errors.Is(err, errGate):
		return "failed: " + text
	case isScan:
		return "error: " + text
	}
	return "vigil: " + text
}

func (o *scanOptions) check() error {
	if !slices.Contains(formatNames, o.format) {
		return usagef("--format must be one of %s, not %q", strings.Join(formatNames, ", "), o.format)
	}
	for flag, level := range map[string]string{"--fail-on": o.failOn, "--severity": o.severity} {
		if level != "" && !vigil.Level(level).Valid() {
			return usagef("%s must be critical, high, medium or low, not %q", flag, level)
		}
	}
	for flag, names := range map[string][]string{"--only": o.only, "--skip": o.skip} {
		for _, name := range names {
			if !slices.Contains(examine.Detectors, name) {
				return usagef("%s takes %s, not %q", flag, strings.Join(examine.Detectors, ", "), name)
			}
		}
	}
	if o.jobs < 0 || o.jobs > 256 {
		return usagef("--jobs must be a number from 1 to 256, or 0 for one for each core, not %d", o.jobs)
	}
	if o.baseline != "" && o.diff != "" {
		return usagef("--baseline and --diff cannot be used together")
	}
	if o.output != "" {
		if info, err := os.Stat(filepath.Dir(o.output)); err != nil || !info.IsDir() {
			return usagef("--output: there is no folder %s", plain(filepath.Dir(o.output)))
		}
		if info, err := os.Stat(o.output); err == nil && info.IsDir() {
			return usagef("--output: %s is a folder", plain(o.output))
		}
	}
	return nil
}

// detectors returns the names of those to run.
func (o *scanOptions) detectors() ([]string, error) {
	var out []string
	for _, name := range examine.Detectors {
		if (len(o.only) == 0 || slices.Contains(o.only, name)) && !slices.Contains(o.skip, name) {
			out = append(out, name)
		}
	}
	if len(out) == 0 {
		return nil, usagef("--skip leaves no detector to run")
	}
	return out, nil
}

func (o *scanOptions) run(c *cobra.Command, where string) error {
	if err := o.check(); err != nil {
		return err
	}
	examiner, err := o.examiner(newScanTrust(where, c.ErrOrStderr()))
	if err != nil {
		return err
	}
	old, err := o.earlier(where)
	if err != nil {
		return err
	}
	p := newProgress(c.ErrOrStderr(), o.quiet)
	defer p.clear()
	src, err := openSource(c.Context(), where, o.branch, p)
	if err != nil {
		return err
	}
	defer src.Close()
	result, err := o.look(c.Context(), examiner, src, old, p)
	if err != nil {
		return err
	}
	defer result.found.Close()
	p.done()
	look := look{verbose: o.verbose, colors: o.output == "" && colored(c.OutOrStdout())}
	err = toOutput(o.output, c.OutOrStdout(), func(w io.Writer) error { return formats[o.format](w, result, look) })
	if err != nil {
		return err
	}
	for _, s := range result.skips {
		if s.Path == "" && s.Rule == "" && !o.quiet { // a detector that did not look at all
			fmt.Fprintln(c.ErrOrStderr(), "note: "+plain(s.Reason))
		}
	}
	if result.Unconfined != nil {
		warnUnconfined(c.ErrOrStderr(), *result.Unconfined)
	}
	verdict, failed := result.verdict(vigil.Level(o.failOn))
	if failed {
		return gateError{verdict}
	}
	if !o.quiet {
		fmt.Fprintln(c.ErrOrStderr(), verdict)
	}
	return nil
}

// gateError is an errGate that says how much was found.
type gateError struct{ text string }

func (e gateError) Error() string { return e.text }
func (e gateError) Unwrap() error { return errGate }

func (o *scanOptions) examiner(t scanTrust) (*examine.Examiner, error) {
	only, err := o.detectors()
	if err != nil {
		return nil, err
	}
	e := &examine.Examiner{
		Sandbox: sandbox.New(sandbox.Config{BestEffort: true}), SecretsKey: localKey(t),
		Only: only, Workers: o.jobs, GrammarCache: t.cache(),
	}
	if file := t.advisories(o.advisories); file != "" {
		if e.Advisories, err = filepath.Abs(file); err != nil {
			return nil, fmt.Errorf("find advisories: %w", err)
		}
	}
	if e.BuiltIn = o.rules == ""; !e.BuiltIn {
		e.Rules, err = readBundle(o.rules)
	}
	return e, err
}

// look examines what is to be examined, and leaves out what was there before.
func (o *scanOptions) look(ctx context.Context, examiner *examine.Examiner, src *scanSource, old earlier, p *progress) (*scanResult, error) {
	if old.ref != "" {
		return o.lookSince(ctx, examiner, src, old, p)
	}
	now, err := src.read(ctx, p)
	if err != nil {
		return nil, err
	}
	src.Close() // snapshots live on while they are open
	defer now.snapshot.Close()
	ex, err := examineTree(ctx, examiner, examine.Tree{Snapshot: now.snapshot}, now.files, p, "scanning")
	if err != nil {
		return nil, err
	}
	if old.known != nil {
		ex.Findings.LeaveOutKnown(func(fingerprint string) bool { return old.known[fingerprint] })
	}
	return newScanResult(ex, now, src, o, old.known != nil)
}

// lookSince examines the work tree and what it was. The suppressions that count are those of
// what it was: a change must not hide what it brings.
func (o *scanOptions) lookSince(ctx context.Context, examiner *examine.Examiner, src *scanSource, old earlier, p *progress) (*scanResult, error) {
	commit, err := src.commitNamed(ctx, old.flag, old.ref)
	partial := old.flag == "--diff"
	if err == nil && partial {
		commit, err = src.mergeBase(ctx, old.ref, commit)
	}
	if err != nil {
		return nil, err
	}
	now, before, renamed, err := src.since(ctx, commit, !partial, p)
	if err != nil {
		return nil, err
	}
	src.Close()
	defer now.snapshot.Close()
	defer before.snapshot.Close()
	trusted, err := before.ignoreFile()
	if err != nil {
		return nil, err
	}
	ex, err := examineTree(ctx, examiner, examine.Tree{Snapshot: now.snapshot, Partial: partial, IgnoreFile: &trusted}, now.files, p, "scanning")
	if err != nil {
		return nil, err
	}
	added := ex.Suppressions
	if (ex.Findings.Len() > 0 || len(added) > 0) && before.files > 0 {
		was, err := examineTree(ctx, examiner, examine.Tree{Snapshot: before.snapshot, Partial: partial, IgnoreFile: new(string)}, before.files, p, "scanning the baseline,")
		if err != nil {
			ex.Findings.Close()
			return nil, err
		}
		defer was.Findings.Close()
		ex.Findings.LeaveOut(was.Findings, renamed)
		added = examine.AddedSuppressions(added, was.Suppressions, renamed)
	}
	r, err := newScanResult(ex, now, src, o, true)
	if err == nil {
		r.suppressAnew(added)
	}
	return r, err
}

// examineTree examines a tree of so many files and shows how far it is.
func examineTree(ctx context.Context, examiner *examine.Examiner, t examine.Tree, files int, p *progress, stage string) (examine.Report, error) {
	p.stage("%s 0 of %d files", stage, files)
	t.Progress = func(done, total int) {
		p.step("%s %d of %d files", stage, files*done/max(total, 1), files)
	}
	return examiner.Examine(ctx, t)
}

// localScan examines what lies at a path, for commands that show another side of it. The
// findings are to be closed.
func localScan(c *cobra.Command, examiner *examine.Examiner, path string) (ex examine.Report, err error) {
	ctx := c.Context()
	p := newProgress(io.Discard, true)
	src, err := openSource(ctx, path, "", p)
	if err != nil {
		return ex, err
	}
	defer src.Close()
	now, err := src.read(ctx, p)
	if err != nil {
		return ex, err
	}
	defer now.snapshot.Close()
	ex, err = examineTree(ctx, examiner, examine.Tree{Snapshot: now.snapshot}, now.files, p, "scanning")
	if why := src.unconfined(ex); err == nil && why != "" {
		warnUnconfined(c.ErrOrStderr(), why)
	}
	return ex, err
}

// warnUnconfined tells that a file that is meant to do so could harm this machine. It comes with
// --quiet, too.
func warnUnconfined(w io.Writer, why string) {
	fmt.Fprintln(w, "warning: this scan was not confined: "+why)
}

// localKey is the key that tells secrets apart in local scans of this user, or of all who
// share VIGIL_SCAN_KEY. Without a place to keep one, each scan has its own.
func localKey(t scanTrust) []byte {
	if shared := os.Getenv("VIGIL_SCAN_KEY"); shared != "" {
		sum := sha256.Sum256([]byte(shared))
		return sum[:]
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	dir, err := os.UserConfigDir()
	if err != nil {
		return key
	}
	name := filepath.Join(dir, "vigil", "scan.key")
	if t.owns(name) {
		if isThere(name) {
			t.refuse("the key", name, "; VIGIL_SCAN_KEY sets one")
		}
		return key
	}
	if kept, err := os.ReadFile(name); err == nil && len(kept) == len(key) {
		return kept
	}
	if os.MkdirAll(filepath.Dir(name), 0o700) == nil {
		_ = os.WriteFile(name, key, 0o600) // or the next scan tries again
	}
	return key
}

// toOutput writes to a file, which is there whole or not at all, or to standard output.
// What is no plain file, such as /dev/null or a pipe, is written to as it is.
func toOutput(name string, stdout io.Writer, write func(io.Writer) error) error {
	if name == "" {
		return write(stdout)
	}
	there, err := os.Stat(name)
	if err == nil && !there.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		return errors.Join(write(f), f.Close())
	}
	// Who may read it is for the user to say: by the file that is there, or by umask.
	f, err := os.OpenFile(filepath.Join(filepath.Dir(name), ".vigil-"+rand.Text()), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer os.Remove(f.Name())
	if there != nil {
		err = f.Chmod(there.Mode().Perm())
	}
	if err := errors.Join(err, write(f), f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return os.Rename(f.Name(), name)
}
