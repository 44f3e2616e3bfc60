// Package operator has the commands for whoever runs a server: they start it, check its
// environment, and work on its database and data folder directly.
package operator

import (
	"github.com/spf13/cobra"

	"vigil/internal/cli/operator/admin"
	"vigil/internal/cli/operator/doctor"
	"vigil/internal/cli/operator/serve"
)

// Commands returns the commands that run, check, and administer a server.
func Commands() []*cobra.Command {
	return append(admin.Commands(), serve.NewServe(), serve.NewWorker(), doctor.New())
}
