package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/engine/pack"
	"vigil/internal/sandbox"
	"vigil/internal/scan"
	"vigil/internal/source"
)

// errGate is a scan that found what the user asked not to find.
var errGate = errors.New("the scan found something at or above --fail-on")

func newScan() *cobra.Command {
	var rulesAt, format, output, failOn string
	var only []string
	c := &cobra.Command{
		Use:   "scan PATH",
		Short: "Scan a folder or a file, without a server",
		Long: "Scan a folder or a file, without a server. Nothing in it is run, and nothing leaves this machine.\n\n" +
			"With --rules, code is looked at by the rules of that folder, in the Semgrep rule language, instead of those that come with Vigil.",
		Args: exactArgs("PATH"),
		RunE: func(c *cobra.Command, args []string) error {
			write, ok := formats[format]
			if !ok {
				return usagef("--format must be table or json, not %q", format)
			}
			if !vigil.Level(failOn).Valid() && failOn != "" {
				return usagef("--fail-on must be critical, high, medium or low, not %q", failOn)
			}
			for _, name := range only {
				if !slices.Contains(all.Names, name) {
					return usagef("--only takes %s, not %q", strings.Join(all.Names, ", "), name)
				}
			}
			examiner := &scan.Examiner{
				Sandbox: sandbox.New(sandbox.Config{BestEffort: true}), SecretsKey: localKey(),
				Only: only, GrammarCache: grammarCache(),
			}
			var err error
			if rulesAt == "" {
				examiner.Rules, err = pack.Rules()
			} else {
				examiner.Rules, err = readBundle(rulesAt)
			}
			if err != nil {
				return err
			}
			ex, leftOut, err := localScan(c.Context(), examiner, args[0])
			if err != nil {
				return err
			}
			defer ex.Findings.Close()
			result, err := newScanResult(ex, leftOut)
			if err != nil {
				return err
			}
			if err := toOutput(output, c.OutOrStdout(), func(w io.Writer) error { return write(w, result) }); err != nil {
				return err
			}
			return result.gate(vigil.Level(failOn))
		},
	}
	flags := c.Flags()
	flags.StringVar(&rulesAt, "rules", "", "folder or file of rules in the Semgrep rule language")
	flags.StringVar(&format, "format", "table", "table or json")
	flags.StringVar(&output, "output", "", "file to write to; empty: standard output")
	flags.StringVar(&failOn, "fail-on", "", "exit with 1 if something of this level or above is found")
	flags.StringSliceVar(&only, "only", nil, "detectors to run, such as code,secrets; empty: all")
	return c
}

// localScan scans what lies at a path, and says what it left out. The findings are to be
// closed.
func localScan(ctx context.Context, examiner *scan.Examiner, path string) (ex scan.Examination, leftOut []engine.Skip, err error) {
	file, err := os.CreateTemp("", "vigil-scan-")
	if err != nil {
		return ex, nil, fmt.Errorf("make snapshot: %w", err)
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil { // it lives on while it is open
		return ex, nil, fmt.Errorf("make snapshot: %w", err)
	}
	w := engine.NewSnapshotWriter(file)
	stats, err := source.WriteFolder(ctx, path, source.Limits{}, w)
	if err != nil {
		return ex, nil, err
	}
	if err := w.Close(); err != nil {
		return ex, nil, err
	}
	ex, err = examiner.Examine(ctx, file, vigil.RuleBundle{}, false, func(int, int) {})
	return ex, stats.Skipped, err
}

// localKey is the key that tells secrets apart in local scans of this user. Without a
// place to keep one, each scan has its own.
func localKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	dir, err := os.UserConfigDir()
	if err != nil {
		return key
	}
	name := filepath.Join(dir, "vigil", "scan.key")
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
	if there, err := os.Stat(name); err == nil && !there.Mode().IsRegular() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".vigil-")
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	defer os.Remove(f.Name())
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return os.Rename(f.Name(), name)
}
