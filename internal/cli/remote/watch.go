package remote

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/internal/cli/command"
)

func newScansWatch(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "watch ID",
		Short:             "Wait until a scan finishes and show it; exit 1 if the gate failed, 3 if the scan failed or the verdict is unknown",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(scanWords)),
		RunE:              at.run(func(r *session, args []string) error { return r.watch(args[0]) }),
	}
}

// watch waits until a scan finishes, also while the server restarts.
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
		return fmt.Errorf("interrupted; the scan continues: wait again with \"vigil scans watch %s\", or stop it with \"vigil scans cancel %s\"", command.Plain(id), command.Plain(id))
	}
	if err != nil {
		return err
	}
	shown, err := r.printScan(scan)
	if err != nil {
		return err
	}
	return outcome(shown)
}

// progress returns a function that replaces the status line, if there is a terminal.
func (r *session) progress() func(string) {
	notes := r.cmd.ErrOrStderr()
	if !command.IsTerminal(notes) {
		return func(string) {}
	}
	return func(line string) { fmt.Fprint(notes, "\r\x1b[K"+command.Plain(line)) }
}

// outcome returns the error of the command for how a scan ended.
func outcome(s scanAndCoverage) error {
	switch vigil.ScanStatus(orNothing(s.Scan.Status)) {
	case vigil.ScanFailed:
		if s.Coverage.Failure != nil {
			return fmt.Errorf("the scan failed: %s", command.Plain(s.Coverage.Failure.Reason))
		}
		return errors.New("the scan failed")
	case vigil.ScanCanceled:
		return errors.New("the scan was canceled")
	}
	return verdict(s.Gate)
}

// verdict returns the error of the command for a gate. A repository without a threshold has no
// verdict, which is no error. One whose verdict is unknown must not look as if it passed.
func verdict(g api.Gate) error {
	switch {
	case g.Object != "gate":
		return errors.New("the verdict is unknown: the server did not answer with a gate")
	case g.FailOnSeverity == nil:
		return nil
	case g.Passed == nil:
		return errors.New("the verdict is unknown: " + command.Plain(g.Reason))
	case !*g.Passed:
		return command.GateFailed("the gate failed: " + command.Plain(g.Reason))
	}
	return nil
}
