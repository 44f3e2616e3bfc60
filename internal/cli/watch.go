package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
)

func newScansWatch(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "watch ID",
		Short:             "Wait until a scan finishes and show it; exit 1 if the gate failed, 3 if the scan failed",
		Args:              exactArgs("ID"),
		ValidArgsFunction: at.completion(first(scanWords)),
		RunE:              at.run(func(r *session, args []string) error { return r.watch(args[0]) }),
	}
}

// watch waits for the end of a scan. A server that restarts meanwhile is waited for.
func (r *session) watch(id string) error {
	progress := r.progress()
	scan, err := r.Scan(r.ctx(), id)
	r.Tries = 9 // for about a minute
	for wait := 250 * time.Millisecond; err == nil && !scan.IsDone; wait = min(2*wait, 2*time.Second) {
		progress(fmt.Sprintf("%s  %s %s", statusOf(scan), orNothing(scan.Repository), orNothing(scan.Branch)))
		pause(r.ctx(), wait)
		scan, err = r.Scan(r.ctx(), id)
	}
	progress("")
	if r.ctx().Err() != nil {
		return fmt.Errorf("interrupted; the scan goes on: \"vigil scans watch %s\" waits again, \"vigil scans cancel %s\" stops it", plain(id), plain(id))
	}
	if err != nil {
		return err
	}
	coverage, err := r.printScan(scan)
	if err != nil {
		return err
	}
	return outcome(scan, coverage)
}

// progress returns what shows a line, in place of the one before, to whoever watches.
func (r *session) progress() func(string) {
	notes := r.cmd.ErrOrStderr()
	if !isTerminal(notes) {
		return func(string) {}
	}
	return func(line string) { fmt.Fprint(notes, "\r\x1b[K"+plain(line)) }
}

// outcome is the error that the end of a scan makes of a command.
func outcome(scan api.Scan, coverage api.ScanCoverage) error {
	switch vigil.ScanStatus(orNothing(scan.Status)) {
	case vigil.ScanFailed:
		if coverage.Failure != nil {
			return fmt.Errorf("the scan failed: %s", plain(coverage.Failure.Reason))
		}
		return errors.New("the scan failed")
	case vigil.ScanCanceled:
		return errors.New("the scan was canceled")
	}
	if g := coverage.Gate; g != nil && g.Passed != nil && !*g.Passed {
		return gateError{"the gate failed: the scan found something of level " + plain(g.FailOnSeverity) + " or above"}
	}
	return nil
}
