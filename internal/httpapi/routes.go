package httpapi

import (
	"net/http"
	"strings"

	"vigil"
)

// routes lists what the API can do, in the order of the contract. {repository}
// stands for an id or for owner and name, see repopath.go.
func (a *API) routes() []route {
	return []route{
		{pattern: "GET /scans", permission: vigil.ScansRead, read: a.listScans},
		{pattern: "POST /scans", permission: vigil.ScansRun, write: a.startScan},
		{pattern: "GET /scans/{id}", permission: vigil.ScansRead, read: a.getScan},
		{pattern: "POST /scans/{id}/cancel", permission: vigil.ScansRun, write: a.cancelScan, noBody: true},
		{pattern: "GET /scans/{id}/vulnerabilities", permission: vigil.VulnerabilitiesRead, read: a.listScanVulnerabilities},
		{pattern: "GET /scans/{id}/endpoints", permission: vigil.ScansRead, read: a.getScanRoutes},
		{pattern: "GET /scans/{id}/wiki", permission: vigil.ScansRead, read: a.getScanWiki},
		{pattern: "GET /scans/{id}/sarif", permission: vigil.VulnerabilitiesRead, read: a.getScanSARIF},
		{pattern: "GET /scans/{id}/coverage", permission: vigil.ScansRead, read: a.getScanCoverage},
		{pattern: "GET /scans/{id}/gate", permission: vigil.ScansRead, read: a.getScanGate},
		{pattern: "GET /scans/{id}/usage", permission: vigil.ScansRead, read: a.getScanUsage},

		{pattern: "POST /pull-request-scans", permission: vigil.ScansRun, write: a.startPullRequestScan},
		{pattern: "POST /fix-scans", permission: vigil.ScansRun, write: a.startFixScan},
		{pattern: "POST /imports/sarif", permission: vigil.ScansRun, write: a.importSARIF, noBody: true, sending: uploadTime},
		{pattern: "POST /uploads", permission: vigil.ScansRun, write: a.upload, noBody: true, sending: uploadTime},

		{pattern: "GET /vulnerabilities", permission: vigil.VulnerabilitiesRead, read: a.listVulnerabilities},
		{pattern: "POST /vulnerabilities/triage", permission: vigil.VulnerabilitiesTriage, write: a.triageMany},
		{pattern: "GET /vulnerabilities/{id}", permission: vigil.VulnerabilitiesRead, read: a.getVulnerability},
		{pattern: "PATCH /vulnerabilities/{id}", permission: vigil.VulnerabilitiesTriage, write: a.triage},
		{pattern: "GET /vulnerabilities/{id}/history", permission: vigil.VulnerabilitiesRead, read: a.listChanges},
		{pattern: "GET /vulnerabilities/{id}/evidence", permission: vigil.VulnerabilitiesRead, read: a.getEvidence},
		{pattern: "GET /vulnerabilities/{id}/fix", permission: vigil.VulnerabilitiesRead, read: a.getFix},
		{pattern: "POST /vulnerabilities/{id}/fix", permission: vigil.ScansRun, write: a.requestFix},
		{pattern: "GET /triage-jobs/{id}", permission: vigil.VulnerabilitiesTriage, read: a.getTriageJob},

		{pattern: "GET /repositories", permission: vigil.RepositoriesRead, read: a.listRepositories},
		{pattern: "GET /repositories/{repository}", permission: vigil.RepositoriesRead, read: a.getRepository},
		{pattern: "PATCH /repositories/{repository}", permission: vigil.RepositoriesManage, write: a.updateRepository},
		{pattern: "DELETE /repositories/{repository}", permission: vigil.RepositoriesManage, write: a.deleteRepository, noBody: true},
		{pattern: "DELETE /repositories/{repository}/branches/{branch}", permission: vigil.RepositoriesManage, write: a.deleteBranch, noBody: true},
		{pattern: "DELETE /repositories/{repository}/pull-requests/{number}", permission: vigil.RepositoriesManage, write: a.deletePullRequest, noBody: true},
		{pattern: "GET /repositories/{repository}/vulnerabilities", permission: vigil.VulnerabilitiesRead, read: a.listRepositoryVulnerabilities},
		{pattern: "GET /repositories/{repository}/scans", permission: vigil.ScansRead, read: a.listRepositoryScans},
		{pattern: "GET /repositories/{repository}/witnesses", permission: vigil.VulnerabilitiesRead, read: a.listWitnesses},
		{pattern: "POST /repositories/{repository}/witnesses", permission: vigil.ScansRun, write: a.proposeWitness},
		{pattern: "GET /witnesses/{id}", permission: vigil.VulnerabilitiesRead, read: a.getWitness},
		{pattern: "DELETE /witnesses/{id}", permission: vigil.RepositoriesManage, write: a.deleteWitness, noBody: true},
		{pattern: "POST /witnesses/{id}/promote", permission: vigil.RepositoriesManage, write: a.promoteWitness, noBody: true, sending: ruleTime},

		{pattern: "GET /rules", permission: vigil.ScansRead, read: a.listRules},
		{pattern: "PUT /rules", permission: vigil.RepositoriesManage, write: a.replaceRules, noBody: true, sending: ruleTime},
		{pattern: "DELETE /rules", permission: vigil.RepositoriesManage, write: a.deleteRules, noBody: true},
		{pattern: "GET /rules/bundle", permission: vigil.ScansRead, read: a.getRuleBundle},

		{pattern: "GET /schedules", permission: vigil.SchedulesRead, read: a.listSchedules},
		{pattern: "POST /schedules", permission: vigil.SchedulesManage, write: a.createSchedule},
		{pattern: "GET /schedules/{id}", permission: vigil.SchedulesRead, read: a.getSchedule},
		{pattern: "PATCH /schedules/{id}", permission: vigil.SchedulesManage, write: a.updateSchedule},
		{pattern: "DELETE /schedules/{id}", permission: vigil.SchedulesManage, write: a.deleteSchedule, noBody: true},

		{pattern: "GET /integrations/gitlab", permission: vigil.IntegrationsRead, read: a.getIntegration},
		{pattern: "PATCH /integrations/gitlab", permission: vigil.IntegrationsManage, write: a.rotateToken},

		{pattern: "GET /hooks/secrets", permission: vigil.IntegrationsRead, read: a.listHookSecrets},
		{pattern: "POST /hooks/secrets", permission: vigil.IntegrationsManage, write: a.addHookSecret},
		{pattern: "DELETE /hooks/secrets/{id}", permission: vigil.IntegrationsManage, write: a.removeHookSecret, noBody: true},
		{pattern: "GET /hooks/deliveries", permission: vigil.IntegrationsRead, read: a.listHookDeliveries},
		{pattern: "GET /hooks/deliveries/{id}", permission: vigil.IntegrationsRead, read: a.getHookDelivery},
		{pattern: "POST /hooks/deliveries/{id}/replay", permission: vigil.IntegrationsManage, write: a.replayHook, noBody: true},

		{pattern: "GET /releases/{channel}", permission: vigil.ReleasesRead, read: a.listReleases},
		{pattern: "GET /releases/{channel}/{version}", permission: vigil.ReleasesRead, read: a.getRelease},

		{pattern: "GET /webhooks", permission: vigil.WebhooksManage, read: a.listWebhooks},
		{pattern: "POST /webhooks", permission: vigil.WebhooksManage, write: a.registerWebhook},
		{pattern: "GET /webhooks/{id}", permission: vigil.WebhooksManage, read: a.getWebhook},
		{pattern: "PATCH /webhooks/{id}", permission: vigil.WebhooksManage, write: a.updateWebhook},
		{pattern: "DELETE /webhooks/{id}", permission: vigil.WebhooksManage, write: a.deleteWebhook, noBody: true},
		{pattern: "POST /webhooks/{id}/test", permission: vigil.WebhooksManage, write: a.testWebhook, noBody: true},
		{pattern: "GET /webhooks/{id}/deliveries", permission: vigil.WebhooksManage, read: a.listDeliveries},
		{pattern: "GET /webhooks/{id}/deliveries/{delivery_id}", permission: vigil.WebhooksManage, read: a.getDelivery},
		{pattern: "POST /webhooks/{id}/deliveries/{delivery_id}/redeliver", permission: vigil.WebhooksManage, write: a.redeliver, noBody: true},

		{pattern: "GET /events", permission: vigil.WebhooksManage, read: a.listEvents},
		{pattern: "GET /events/{id}", permission: vigil.WebhooksManage, read: a.getEvent},
		{pattern: "GET /events/stream", permission: vigil.WebhooksManage, stream: a.streamEvents},
		{pattern: "POST /events/test", permission: vigil.WebhooksManage, write: a.triggerEvent},

		{pattern: "GET /me", read: a.getCaller},
		{pattern: "GET /limits", read: a.getLimits},
		{pattern: "GET /keys", permission: vigil.KeysManage, read: a.listKeys},
		{pattern: "POST /keys", permission: vigil.KeysManage, write: a.issueKey},
		{pattern: "POST /keys/{id}/rotate", permission: vigil.KeysManage, write: a.rotateKey, mayBeEmpty: true},
		{pattern: "DELETE /keys/{id}", permission: vigil.KeysManage, write: a.revokeKey, noBody: true},
	}
}

// mux returns the handler of everything below prefix, for requests whose key
// has been checked.
func (a *API) mux() http.Handler {
	paths := map[string]methods{}
	for _, route := range a.routes() {
		method, path, _ := strings.Cut(route.pattern, " ")
		if paths[path] == nil {
			paths[path] = methods{}
		}
		paths[path][method] = route
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/", a.noRoute)
	for path, ms := range paths {
		if strings.HasPrefix(path, "/repositories/") {
			continue
		}
		mux.HandleFunc(prefix+path, func(w http.ResponseWriter, hr *http.Request) { a.serve(w, requestOf(hr), ms) })
	}
	mux.HandleFunc(prefix+"/repositories/{path...}", func(w http.ResponseWriter, hr *http.Request) {
		r := requestOf(hr)
		parse := parseRepositoryPath
		if hr.Method == http.MethodDelete {
			parse = parseDeletion
		}
		ref, ok := parse(strings.TrimPrefix(hr.URL.EscapedPath(), prefix+"/repositories/"), hr.URL.Query().Get("resource") == "repository")
		if !ok {
			a.noRoute(w, hr)
			return
		}
		r.repository = ref
		a.serve(w, r, paths["/repositories/{repository}"+ref.sub])
	})
	return mux
}

// noRoute answers a request that has a key, but leads nowhere.
func (a *API) noRoute(w http.ResponseWriter, hr *http.Request) {
	r := requestOf(hr)
	a.limiter.count(w.Header(), r.key.ID, r.began)
	a.writeError(w, r, vigil.MissingError("route"))
}
