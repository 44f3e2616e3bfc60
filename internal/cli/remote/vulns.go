package remote

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/client"
	"vigil/internal/cli/command"
)

func newVulns() *cobra.Command {
	at := new(clientFlags)
	return at.group(&cobra.Command{Use: "vulns", Short: "List, show, triage, and fix vulnerabilities on a server"}, newVulnsList(at), newVulnsShow(at), newVulnsTriage(at), newVulnsFix(at))
}

func newVulnsList(at *clientFlags) *cobra.Command {
	var f client.VulnerabilityFilter
	var limit int
	c := &cobra.Command{
		Use:     "list",
		Short:   "List vulnerabilities, newest first",
		Example: "  vigil vulns list --severity critical,high --status open --sort severity",
		Args:    command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			if err := checkOrder(f.Sort, vigil.VulnerabilitySorts, f.Order); err != nil {
				return err
			}
			if err := command.Choices("--status", f.Status, vigil.Statuses); err != nil {
				return err
			}
			if _, err := strconv.ParseFloat(strings.Join(f.Severity, ","), 64); err != nil { // a number is a minimum score
				if err := command.Choices("--severity", f.Severity, vigil.Levels); err != nil {
					return err
				}
			}
			if !r.json {
				f.Expand = []string{"repository"}
			}
			return printList(r, r.Vulnerabilities(r.ctx(), f), limit, "ID,SEVERITY,STATUS,TYPE,CWE,REPOSITORY,FILE,TITLE", func(v api.Vulnerability) []string {
				return []string{v.ID, severityOf(v), v.Status, v.Type, v.CWE, repositoryOf(v), v.FilePath, v.Title}
			})
		}),
	}
	flags := c.Flags()
	flags.StringSliceVar(&f.Severity, "severity", nil, "filter by severity, such as critical,high, or by minimum score, such as 7.5")
	flags.StringSliceVar(&f.Status, "status", nil, "filter by status: "+command.Words(vigil.Statuses))
	flags.StringSliceVar(&f.Type, "type", nil, "filter by type, such as SQLI")
	flags.StringSliceVar(&f.CWE, "cwe", nil, "filter by CWE, such as CWE-89 or 89")
	flags.StringSliceVar(&f.Repository, "repository", nil, "filter by repository, by full name or ID")
	orderFlags(c, &f.Sort, vigil.VulnerabilitySorts, &f.Order)
	limitFlag(flags, &limit)
	command.CompleteFlag(c, "severity", vigil.Levels)
	command.CompleteFlag(c, "status", vigil.Statuses)
	command.RegisterCompletion(c, "repository", at.completion(every(repositoryWords)))
	return c
}

func severityOf(v api.Vulnerability) string { return v.SeverityLevel + " " + v.Severity.String() }

func repositoryOf(v api.Vulnerability) string {
	if v.Repository == nil {
		return "-"
	}
	return v.Repository.FullName
}

// vulnerabilityAndMore is the JSON output of a vulnerability.
type vulnerabilityAndMore struct {
	Vulnerability api.Vulnerability         `json:"vulnerability"`
	Evidence      *api.Evidence             `json:"evidence"`
	History       []api.VulnerabilityChange `json:"history"`
}

func newVulnsShow(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "show ID",
		Short:             "Show a vulnerability: location, data flow, remediation, and history",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(vulnerabilityWords)),
		RunE: at.run(func(r *session, args []string) error {
			v, err := r.vulnerability(args[0])
			if err != nil {
				return err
			}
			if r.json {
				return r.printJSON(v)
			}
			return r.printVulnerability(v)
		}),
	}
}

// vulnerability fetches a vulnerability with its evidence and history.
func (r *session) vulnerability(id string) (v vulnerabilityAndMore, err error) {
	if v.Vulnerability, err = r.Vulnerability(r.ctx(), id); err != nil {
		return v, err
	}
	evidence, err := r.Evidence(r.ctx(), id)
	if err != nil && !client.IsNotFound(err) {
		return v, err
	}
	if err == nil {
		v.Evidence = &evidence
	}
	v.History = []api.VulnerabilityChange{}
	for change, err := range r.History(r.ctx(), id) {
		if err != nil {
			return v, err
		}
		v.History = append(v.History, change)
	}
	return v, nil
}

func (r *session) printVulnerability(v vulnerabilityAndMore) error {
	about := v.Vulnerability
	place, rule := about.FilePath, ""
	if e := v.Evidence; e != nil {
		place, rule = fmt.Sprintf("%s:%d:%d", e.Path, e.StartLine, e.StartColumn), e.Detector+" "+e.Rule
	}
	if err := r.printFields("Vulnerability", about.ID, "Title", about.Title, "Severity", severityOf(about)+" ("+about.CVSSVector+")", "Confidence", about.ConfidenceScore.String(),
		"Status", about.Status, "Type", about.Type+", "+about.CWE, "Location", place, "Rule", rule, "Scan", about.ScanID, "Created", about.CreatedAt); err != nil {
		return err
	}
	r.printSection("", about.ShortDescription)
	if e := v.Evidence; e != nil {
		r.printSection("Code", e.Snippet)
		var trace strings.Builder
		for i, s := range e.Trace {
			fmt.Fprintf(&trace, "%d. %s:%d:%d  %s\n", i+1, command.Plain(s.Path), s.Line, s.Column, command.Plain(s.Message))
		}
		r.printSection("Data flow", trace.String())
		r.printSection("Remediation", e.Remediation)
		if m := e.ModelReview; m != nil {
			r.printSection("Second look by "+command.Plain(m.Model)+" (a language model; not verified)",
				strings.TrimSpace(fmt.Sprintf("%s, confidence %d of 10: %s\n%s\n%s\n%s\n%s", m.Verdict, m.Confidence, m.Why, m.Title, m.Description, m.Exploit, m.Remediation)))
		}
		r.printSection("References", strings.Join(e.References, "\n"))
	}
	var history strings.Builder
	for _, h := range v.History {
		entry := fmt.Sprintf("%s  %s -> %s  %s by %s", h.CreatedAt, h.PreviousStatus, h.Status, orDash(h.Action), orDash(h.Actor))
		if h.Reason != nil {
			entry += ": " + *h.Reason
		}
		history.WriteString(command.Plain(entry) + "\n") // one line: a reason of several could pass for several entries
	}
	r.printSection("History", history.String())
	return nil
}

// printSection writes text below a heading, if there is any text.
func (r *session) printSection(heading, text string) {
	if text = strings.Join(command.PlainLines(strings.Trim(text, "\r\n")), "\n"); text == "" {
		return
	}
	out := r.cmd.OutOrStdout()
	if heading == "" {
		fmt.Fprintf(out, "\n%s\n", text)
		return
	}
	fmt.Fprintf(out, "\n%s\n  %s\n", heading, strings.ReplaceAll(text, "\n", "\n  "))
}
