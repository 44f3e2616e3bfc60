package remote

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/client"
	"vigil/internal/cli/command"
)

var (
	orders       = []string{"asc", "desc"}
	scanStatuses = []vigil.ScanStatus{vigil.ScanQueued, vigil.ScanRunning, vigil.ScanCompleted, vigil.ScanFailed, vigil.ScanCanceled}
	// clonedFrom are the providers whose repositories can be cloned.
	clonedFrom = []vigil.Provider{vigil.GitHub, vigil.GitLab}
)

func newScans() *cobra.Command {
	at := new(clientFlags)
	return at.group(&cobra.Command{Use: "scans", Short: "Start, list, watch, and cancel scans on a server"},
		newScansStart(at), newScansList(at), newScansShow(at), newScansGate(at), newScansWatch(at), newScansCancel(at))
}

func newScansStart(at *clientFlags) *cobra.Command {
	var in client.NewScan
	var wait bool
	c := &cobra.Command{
		Use:   "start REPOSITORY",
		Short: "Queue a scan of a repository and print its ID",
		Long: "Queue a scan of a repository, given by full name or ID, and print the scan ID.\n\n" +
			"With --wait, wait until the scan finishes: exit 1 if it fails the repository's gate (\"vigil repos set\"), 3 if the scan itself failed or the verdict is unknown.",
		Args:              command.ExactArgs("REPOSITORY"),
		ValidArgsFunction: at.completion(first(repositoryWords)),
		RunE: at.run(func(r *session, args []string) error {
			if err := command.Choices("--provider", []string{in.Provider}, clonedFrom); err != nil {
				return err
			}
			if err := command.Choices("--model", []string{in.Model}, vigil.Models); err != nil {
				return err
			}
			in.Repository = args[0]
			if in.Name == "" {
				in.Name = "Scan of " + args[0]
			}
			scan, err := r.StartScan(r.ctx(), in)
			if err != nil {
				return err
			}
			return r.started(scan, wait)
		}),
	}
	flags := c.Flags()
	flags.StringVar(&in.Name, "name", "", "name of the scan (default \"Scan of REPOSITORY\")")
	flags.StringVar(&in.Branch, "branch", "", "branch to scan (default: the default branch)")
	flags.StringVar(&in.Provider, "provider", "", "github or gitlab (default: where the name is tracked, else github)")
	flags.StringVar(&in.Model, "model", "", "language model for a second look at findings: "+command.Words(vigil.Models)+" (default none)")
	waitFlag(c, &wait)
	command.CompleteFlag(c, "provider", clonedFrom)
	command.CompleteFlag(c, "model", vigil.Models)
	return c
}

func waitFlag(c *cobra.Command, to *bool) {
	c.Flags().BoolVar(to, "wait", false, "wait until the scan finishes and show it; exit 1 if the gate failed, 3 if the scan failed or the verdict is unknown")
}

// started reports a scan that was just queued.
func (r *session) started(scan api.Scan, wait bool) error {
	switch {
	case wait:
		return r.watch(scan.ID)
	case r.json:
		return r.printJSON(scan)
	}
	r.note("Queued. Wait for it with \"vigil scans watch %s\".", scan.ID)
	_, err := fmt.Fprintln(r.cmd.OutOrStdout(), command.Plain(scan.ID))
	return err
}

func newScansList(at *clientFlags) *cobra.Command {
	var f client.ScanFilter
	var limit int
	c := &cobra.Command{
		Use:   "list",
		Short: "List scans, newest first",
		Args:  command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			if err := checkOrder(f.Sort, vigil.ScanSorts, f.Order); err != nil {
				return err
			}
			if err := command.Choices("--status", f.Status, scanStatuses); err != nil {
				return err
			}
			return printList(r, r.Scans(r.ctx(), f), limit, "ID,STATUS,REPOSITORY,BRANCH,FINDINGS,CREATED,NAME", func(s api.Scan) []string {
				return []string{s.ID, statusOf(s), orDash(s.Repository), orDash(s.Branch), countsOf(s.VulnerabilityCounts.Counts), s.CreatedAt, s.Name}
			})
		}),
	}
	flags := c.Flags()
	flags.StringSliceVar(&f.Status, "status", nil, "filter by status: "+command.Words(scanStatuses))
	flags.StringVar(&f.Repository, "repository", "", "filter by repository, by full name or ID")
	orderFlags(c, &f.Sort, vigil.ScanSorts, &f.Order)
	limitFlag(flags, &limit)
	command.CompleteFlag(c, "status", scanStatuses)
	command.RegisterCompletion(c, "repository", at.completion(every(repositoryWords)))
	return c
}

func orderFlags(c *cobra.Command, sort *string, sorts []string, order *string) {
	c.Flags().StringVar(sort, "sort", "", "sort by "+command.Words(sorts)+" (default "+sorts[0]+")")
	c.Flags().StringVar(order, "order", "", "asc or desc (default desc)")
	command.CompleteFlag(c, "sort", sorts)
	command.CompleteFlag(c, "order", orders)
}

func checkOrder(sort string, sorts []string, order string) error {
	if err := command.Choices("--sort", []string{sort}, sorts); err != nil {
		return err
	}
	return command.Choices("--order", []string{order}, orders)
}

func statusOf(s api.Scan) string {
	if s.Progress != nil && !s.IsDone && *s.Progress > 0 {
		return orDash(s.Status) + " " + strconv.Itoa(*s.Progress) + " %"
	}
	return orDash(s.Status)
}

// countsOf formats counts from critical to low.
func countsOf(c api.Counts) string {
	return fmt.Sprintf("%dC %dH %dM %dL", c.Critical, c.High, c.Medium, c.Low)
}

func newScansShow(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "show ID",
		Short:             "Show a scan, its coverage, and its gate result",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(scanWords)),
		RunE: at.run(func(r *session, args []string) error {
			scan, err := r.Scan(r.ctx(), args[0])
			if err != nil {
				return err
			}
			_, err = r.printScan(scan)
			return err
		}),
	}
}

// scanAndCoverage is the JSON output of a scan.
type scanAndCoverage struct {
	Scan     api.Scan         `json:"scan"`
	Coverage api.ScanCoverage `json:"coverage"`
	Gate     api.Gate         `json:"gate"`
}

// printScan shows a scan with its coverage and its gate.
func (r *session) printScan(scan api.Scan) (shown scanAndCoverage, err error) {
	shown.Scan = scan
	if shown.Coverage, err = r.ScanCoverage(r.ctx(), scan.ID); err != nil {
		return shown, err
	}
	if shown.Gate, err = r.ScanGate(r.ctx(), scan.ID); err != nil {
		return shown, err
	}
	if r.json {
		return shown, r.printJSON(shown)
	}
	coverage := shown.Coverage
	failure, gate, pull := "", "", ""
	if coverage.Failure != nil {
		failure = coverage.Failure.Reason
	}
	if shown.Gate.FailOnSeverity != nil {
		gate = verdictOf(shown.Gate) + ", fails on " + *shown.Gate.FailOnSeverity
	}
	if scan.PullRequestNumber != nil {
		pull = strconv.FormatInt(*scan.PullRequestNumber, 10)
	}
	skipped := coverage.LeftOut.Total
	for _, d := range coverage.Detectors {
		skipped += d.Skipped.Total
	}
	incomplete := ""
	if n := coverage.Incomplete; n != nil { // a server of an earlier version does not tell them apart
		incomplete = fmt.Sprintf("%d files or rules", *n)
		skipped -= *n
	}
	return shown, r.printFields("Scan", scan.ID, "Name", scan.Name, "Repository", orNothing(scan.Repository), "Branch", orNothing(scan.Branch), "Pull request", pull,
		"Commit", orNothing(scan.CommitSHA), "Status", statusOf(scan), "Failure", failure, "Findings", countsOf(scan.VulnerabilityCounts.Counts), "Gate", gate,
		"Incomplete", incomplete, "Excluded", fmt.Sprintf("%d files or rules (see --json)", skipped), "Created", scan.CreatedAt, "Finished", orNothing(scan.EndedAt))
}

// verdictOf returns the verdict in one word.
func verdictOf(g api.Gate) string {
	if g.Passed == nil {
		return "unknown"
	}
	return map[bool]string{true: "passed", false: "FAILED"}[*g.Passed]
}

func newScansGate(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "gate ID",
		Short:             "Show the verdict on a scan; exit 1 if the gate failed, 3 if the verdict is unknown",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(scanWords)),
		RunE: at.run(func(r *session, args []string) error {
			g, err := r.ScanGate(r.ctx(), args[0])
			if err != nil {
				return err
			}
			if err := r.printGate(g); err != nil {
				return err
			}
			return verdict(g)
		}),
	}
}

func (r *session) printGate(g api.Gate) error {
	if r.json {
		return r.printJSON(g)
	}
	err := r.printFields("Scan", g.ScanID, "Verdict", verdictOf(g), "Reason", g.Reason, "Fails on", orDash(g.FailOnSeverity),
		"New", countsOf(g.New.Counts), "Persisting", countsOf(g.Persisting.Counts), "Fixed", countsOf(g.Fixed.Counts))
	for _, v := range g.Violations {
		if err == nil {
			_, err = fmt.Fprintf(r.cmd.OutOrStdout(), "%s  %s %s  %s  %s\n", v.ID, v.SeverityLevel, v.Severity, command.Plain(v.FilePath), command.Plain(v.Title))
		}
	}
	for _, s := range g.NewSuppressions {
		if err == nil {
			_, err = fmt.Fprintf(r.cmd.OutOrStdout(), "suppression ignored: %s:%d: %s\n", command.Plain(s.FilePath), s.Line, command.Plain(s.Text))
		}
	}
	return err
}

func newScansCancel(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "cancel ID",
		Short:             "Cancel a queued or running scan",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(scanWords)),
		RunE: at.run(func(r *session, args []string) error {
			scan, err := r.CancelScan(r.ctx(), args[0])
			if err != nil {
				return err
			}
			if r.json {
				return r.printJSON(scan)
			}
			r.note("The scan is %s.", orDash(scan.Status))
			return nil
		}),
	}
}
