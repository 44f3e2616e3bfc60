// Package remote has the commands that talk to a server through its API: login, repos, branches,
// pull-requests, scans, vulns, schedules, hooks, webhooks, events, listen, trigger, and import. Start with clientFlags, which
// chooses the server and its key, and session. It knows neither the database nor the engine.
package remote

import "github.com/spf13/cobra"

// Commands returns the commands that talk to a server.
func Commands() []*cobra.Command {
	return []*cobra.Command{
		newLogin(), newLogout(), newWhoami(), newRepos(), newBranches(), newPullRequests(), newScans(), newVulns(), newSchedules(), newWitnesses(), newHooks(), newWebhooks(), newEvents(),
		newListen(), newTrigger(), newImport(),
	}
}
