package client

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"vigil/api"
)

// call is Call with the response as its result.
func call[T any](ctx context.Context, c *Client, method, path string, in any) (out T, err error) {
	err = c.Call(ctx, method, path, nil, in, &out)
	return out, err
}

// NewScan is the request of StartScan. Only name and repository are required.
type NewScan struct {
	Name       string `json:"name"`
	Repository string `json:"repository"`
	Provider   string `json:"provider,omitempty"`
	Branch     string `json:"branch,omitempty"`
	Model      string `json:"model,omitempty"`
}

// StartScan queues a scan.
func (c *Client) StartScan(ctx context.Context, s NewScan) (api.Scan, error) {
	return call[api.Scan](ctx, c, http.MethodPost, "/scans", s)
}

// Scans lists scans, newest first unless the filter says otherwise.
func (c *Client) Scans(ctx context.Context, f ScanFilter) iter.Seq2[api.Scan, error] {
	return list[api.Scan](ctx, c, "/scans", queryOf(f))
}

// Scan returns one scan.
func (c *Client) Scan(ctx context.Context, id string) (api.Scan, error) {
	return call[api.Scan](ctx, c, http.MethodGet, "/scans/"+url.PathEscape(id), nil)
}

// CancelScan cancels a queued or running scan.
func (c *Client) CancelScan(ctx context.Context, id string) (api.Scan, error) {
	return call[api.Scan](ctx, c, http.MethodPost, "/scans/"+url.PathEscape(id)+"/cancel", nil)
}

// ScanCoverage returns the coverage of a scan, its failure reason, and its gate
// result.
func (c *Client) ScanCoverage(ctx context.Context, id string) (api.ScanCoverage, error) {
	return call[api.ScanCoverage](ctx, c, http.MethodGet, "/scans/"+url.PathEscape(id)+"/coverage", nil)
}

// ScanGate returns the verdict on a scan. Passed is nil if it is unknown.
func (c *Client) ScanGate(ctx context.Context, id string) (api.Gate, error) {
	return call[api.Gate](ctx, c, http.MethodGet, "/scans/"+url.PathEscape(id)+"/gate", nil)
}

// ScanUsage returns what language models did for a scan, and what it cost.
func (c *Client) ScanUsage(ctx context.Context, id string) (api.ScanUsage, error) {
	return call[api.ScanUsage](ctx, c, http.MethodGet, "/scans/"+url.PathEscape(id)+"/usage", nil)
}

// ScanVulnerabilities lists the findings of a scan.
func (c *Client) ScanVulnerabilities(ctx context.Context, id string, f VulnerabilityFilter) iter.Seq2[api.Vulnerability, error] {
	return list[api.Vulnerability](ctx, c, "/scans/"+url.PathEscape(id)+"/vulnerabilities", queryOf(f))
}

// ScanRoutes returns the API routes that a scan discovered.
func (c *Client) ScanRoutes(ctx context.Context, id string) (api.ScanRoutes, error) {
	return call[api.ScanRoutes](ctx, c, http.MethodGet, "/scans/"+url.PathEscape(id)+"/endpoints", nil)
}

// ScanWiki returns the wiki of a scan, as Markdown.
func (c *Client) ScanWiki(ctx context.Context, id string) (string, error) {
	return call[string](ctx, c, http.MethodGet, "/scans/"+url.PathEscape(id)+"/wiki", nil)
}

// ScanSARIF writes the findings of a scan as SARIF.
func (c *Client) ScanSARIF(ctx context.Context, id string, to io.Writer) error {
	answer, err := c.Do(ctx, http.MethodGet, "/scans/"+url.PathEscape(id)+"/sarif", nil, nil, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, err = io.Copy(to, answer.Body)
	return err
}

// NewImport describes a SARIF document to import. Only the repository is required.
type NewImport struct {
	Repository string `query:"repository"`
	Provider   string `query:"provider"`
	Name       string `query:"name"`
	Branch     string `query:"branch"`
	Commit     string `query:"commit"`
	Partial    bool   `query:"partial"` // the tool analyzed only part of the repository
}

// ImportSARIF records the results of another tool as a scan. open returns the document
// from its beginning, once per attempt. A large one may need a Client whose HTTP has a
// longer timeout.
func (c *Client) ImportSARIF(ctx context.Context, in NewImport, open func() io.Reader) (scan api.Scan, err error) {
	answer, err := c.Do(ctx, http.MethodPost, "/imports/sarif", queryOf(in), http.Header{"Content-Type": {"application/sarif+json"}}, open)
	if err != nil {
		return scan, err
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&scan); err != nil {
		return scan, fmt.Errorf("read answer to import: %w", err)
	}
	return scan, nil
}

// Vulnerabilities lists vulnerabilities, newest first unless the filter says otherwise.
func (c *Client) Vulnerabilities(ctx context.Context, f VulnerabilityFilter) iter.Seq2[api.Vulnerability, error] {
	return list[api.Vulnerability](ctx, c, "/vulnerabilities", queryOf(f))
}

// Vulnerability returns one vulnerability.
func (c *Client) Vulnerability(ctx context.Context, id string) (api.Vulnerability, error) {
	return call[api.Vulnerability](ctx, c, http.MethodGet, "/vulnerabilities/"+url.PathEscape(id), nil)
}

// Evidence returns the evidence of a vulnerability: location, snippet, data flow,
// remediation.
func (c *Client) Evidence(ctx context.Context, id string) (api.Evidence, error) {
	return call[api.Evidence](ctx, c, http.MethodGet, "/vulnerabilities/"+url.PathEscape(id)+"/evidence", nil)
}

// History lists the status changes of a vulnerability.
func (c *Client) History(ctx context.Context, id string) iter.Seq2[api.VulnerabilityChange, error] {
	return list[api.VulnerabilityChange](ctx, c, "/vulnerabilities/"+url.PathEscape(id)+"/history", nil)
}

type triage struct {
	Action string   `json:"action"`
	Reason string   `json:"reason,omitempty"`
	IDs    []string `json:"ids,omitempty"`
}

// Triage applies an action to a vulnerability: dismiss, accept_risk, reopen, confirm,
// or resolve.
func (c *Client) Triage(ctx context.Context, id, action, reason string) (api.Vulnerability, error) {
	return call[api.Vulnerability](ctx, c, http.MethodPatch, "/vulnerabilities/"+url.PathEscape(id), triage{Action: action, Reason: reason})
}

// TriageAll applies an action to up to 1,000 vulnerabilities, all or nothing. For
// many, the server creates a job, whose completion TriageAll waits for.
func (c *Client) TriageAll(ctx context.Context, ids []string, action, reason string) (api.BulkTriage, error) {
	answer, err := call[struct {
		api.BulkTriage
		ID string `json:"id"` // of a job
	}](ctx, c, http.MethodPost, "/vulnerabilities/triage", triage{Action: action, Reason: reason, IDs: ids})
	if err != nil || answer.Object != "triage_job" {
		return answer.BulkTriage, err
	}
	for {
		job, err := c.TriageJob(ctx, answer.ID)
		if err != nil {
			return api.BulkTriage{}, err
		}
		if job.Status == "completed" {
			return api.BulkTriage{Object: "bulk_triage", Action: action, Status: job.VulnerabilityStatus, Count: job.Total,
				VulnerabilityIDs: slices.Compact(slices.Sorted(slices.Values(ids)))}, nil
		}
		select {
		case <-ctx.Done():
			return api.BulkTriage{}, ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// TriageJob returns the progress of a bulk triage.
func (c *Client) TriageJob(ctx context.Context, id string) (api.TriageJob, error) {
	return call[api.TriageJob](ctx, c, http.MethodGet, "/triage-jobs/"+url.PathEscape(id), nil)
}

// Repositories lists the repositories of the team.
func (c *Client) Repositories(ctx context.Context) iter.Seq2[api.Repository, error] {
	return list[api.Repository](ctx, c, "/repositories", nil)
}

// Repository returns one repository, by ID or full name.
func (c *Client) Repository(ctx context.Context, name string) (api.Repository, error) {
	return call[api.Repository](ctx, c, http.MethodGet, "/repositories/"+repositoryPath(name), nil)
}

// SetFailOnSeverity sets the gate of a repository: the lowest level that fails a scan.
// Empty means no gate.
func (c *Client) SetFailOnSeverity(ctx context.Context, name, level string) (api.Repository, error) {
	in := map[string]any{"fail_on_severity": level}
	if level == "" {
		in["fail_on_severity"] = nil
	}
	return call[api.Repository](ctx, c, http.MethodPatch, "/repositories/"+repositoryPath(name), in)
}

// DeleteRepository deletes a repository with its scans and vulnerabilities, by ID or full name.
func (c *Client) DeleteRepository(ctx context.Context, name string) error {
	return c.Call(ctx, http.MethodDelete, "/repositories/"+repositoryPath(name), nil, nil, nil)
}

// DeleteBranch reports that a branch of a repository was deleted: what only it has is no longer
// evaluated.
func (c *Client) DeleteBranch(ctx context.Context, name, branch string) error {
	return c.Call(ctx, http.MethodDelete, "/repositories/"+repositoryPath(name)+"/branches/"+url.PathEscape(branch), nil, nil, nil)
}

// DeletePullRequest reports that a pull request of a repository was merged or closed.
func (c *Client) DeletePullRequest(ctx context.Context, name string, number int64) error {
	return c.Call(ctx, http.MethodDelete, "/repositories/"+repositoryPath(name)+"/pull-requests/"+strconv.FormatInt(number, 10), nil, nil, nil)
}

// repositoryPath escapes all but the first segment of a name, so that a repository called scans
// is not mistaken for its list of scans.
func repositoryPath(name string) string {
	for i := range name {
		if name[i] == '/' {
			return url.PathEscape(name[:i]) + "/" + url.PathEscape(name[i+1:])
		}
	}
	return url.PathEscape(name)
}

// Schedules lists the schedules of the team.
func (c *Client) Schedules(ctx context.Context) iter.Seq2[api.Schedule, error] {
	return list[api.Schedule](ctx, c, "/schedules", nil)
}

// NewSchedule is the request of CreateSchedule. Name, repositories, and cron
// expression are required.
type NewSchedule struct {
	Name           string   `json:"name"`
	RepositoryIDs  []string `json:"repository_ids"`
	CronExpression string   `json:"cron_expression"`
	Branch         string   `json:"branch,omitempty"`
	Timezone       string   `json:"timezone,omitempty"`
	ScanMode       string   `json:"scan_mode,omitempty"`
	Model          string   `json:"model,omitempty"`
}

// CreateSchedule creates a schedule.
func (c *Client) CreateSchedule(ctx context.Context, s NewSchedule) (api.Schedule, error) {
	return call[api.Schedule](ctx, c, http.MethodPost, "/schedules", s)
}

// SetScheduleActive resumes or pauses a schedule.
func (c *Client) SetScheduleActive(ctx context.Context, id string, active bool) (api.Schedule, error) {
	return call[api.Schedule](ctx, c, http.MethodPatch, "/schedules/"+url.PathEscape(id), map[string]bool{"is_active": active})
}

// DeleteSchedule deletes a schedule.
func (c *Client) DeleteSchedule(ctx context.Context, id string) error {
	return c.Call(ctx, http.MethodDelete, "/schedules/"+url.PathEscape(id), nil, nil, nil)
}

// Webhooks lists the webhooks of the team.
func (c *Client) Webhooks(ctx context.Context) iter.Seq2[api.Webhook, error] {
	return list[api.Webhook](ctx, c, "/webhooks", nil)
}

// RegisterWebhook registers a webhook. Only this response contains the secret.
func (c *Client) RegisterWebhook(ctx context.Context, address string, events []string) (api.Webhook, error) {
	return call[api.Webhook](ctx, c, http.MethodPost, "/webhooks", map[string]any{"url": address, "events": events})
}

// SetWebhookEnabled pauses or resumes deliveries to a webhook.
func (c *Client) SetWebhookEnabled(ctx context.Context, id string, enabled bool) (api.Webhook, error) {
	return call[api.Webhook](ctx, c, http.MethodPatch, "/webhooks/"+url.PathEscape(id), map[string]bool{"enabled": enabled})
}

// DeleteWebhook deletes a webhook.
func (c *Client) DeleteWebhook(ctx context.Context, id string) error {
	return c.Call(ctx, http.MethodDelete, "/webhooks/"+url.PathEscape(id), nil, nil, nil)
}

// TestWebhook sends a ping to a webhook.
func (c *Client) TestWebhook(ctx context.Context, id string) (api.Delivery, error) {
	return call[api.Delivery](ctx, c, http.MethodPost, "/webhooks/"+url.PathEscape(id)+"/test", nil)
}

// Delivery returns a delivery with all its attempts.
func (c *Client) Delivery(ctx context.Context, webhook, delivery string) (api.DeliveryWithAttempts, error) {
	return call[api.DeliveryWithAttempts](ctx, c, http.MethodGet, "/webhooks/"+url.PathEscape(webhook)+"/deliveries/"+url.PathEscape(delivery), nil)
}

// Deliveries lists the deliveries of a webhook.
func (c *Client) Deliveries(ctx context.Context, webhook string) iter.Seq2[api.Delivery, error] {
	return list[api.Delivery](ctx, c, "/webhooks/"+url.PathEscape(webhook)+"/deliveries", nil)
}

// Redeliver retries a delivery as a new one.
func (c *Client) Redeliver(ctx context.Context, webhook, delivery string) (api.Delivery, error) {
	return call[api.Delivery](ctx, c, http.MethodPost, "/webhooks/"+url.PathEscape(webhook)+"/deliveries/"+url.PathEscape(delivery)+"/redeliver", nil)
}

// Events lists events.
func (c *Client) Events(ctx context.Context, f EventFilter) iter.Seq2[api.Event, error] {
	return list[api.Event](ctx, c, "/events", queryOf(f))
}

// TriggerEvent sends a test event with made-up data.
func (c *Client) TriggerEvent(ctx context.Context, eventType string) (api.Event, error) {
	return call[api.Event](ctx, c, http.MethodPost, "/events/test", map[string]string{"type": eventType})
}

// Limits returns the limits of the team and their usage.
func (c *Client) Limits(ctx context.Context) (api.Limits, error) {
	return call[api.Limits](ctx, c, http.MethodGet, "/limits", nil)
}

// Keys lists the keys of the team that are not revoked.
func (c *Client) Keys(ctx context.Context) iter.Seq2[api.Key, error] {
	return list[api.Key](ctx, c, "/keys", nil)
}

// RotateKey creates a replacement for a key, which stays valid for the overlap. Only
// this response contains the new secret: if it is lost in transit, a retry returns
// without it.
func (c *Client) RotateKey(ctx context.Context, id string, overlap time.Duration) (api.Key, error) {
	return call[api.Key](ctx, c, http.MethodPost, "/keys/"+url.PathEscape(id)+"/rotate", map[string]int64{"overlap_seconds": int64(overlap / time.Second)})
}

// RevokeKeys revokes a key and all keys it created, and returns them.
func (c *Client) RevokeKeys(ctx context.Context, id string) (out api.DeletedKeys, err error) {
	err = c.Call(ctx, http.MethodDelete, "/keys/"+url.PathEscape(id), url.Values{"with_created": {"true"}}, nil, &out)
	return out, err
}

// Caller returns the key and team of the client.
func (c *Client) Caller(ctx context.Context) (api.Caller, error) {
	return call[api.Caller](ctx, c, http.MethodGet, "/me", nil)
}
