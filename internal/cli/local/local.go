// Package local has the commands that work on files of this machine without a server: scan,
// routes, wiki, rules, and advisories. Neither it nor anything it imports knows the server or
// the database.
package local

import (
	"github.com/spf13/cobra"

	"vigil/internal/cli/local/advisories"
	"vigil/internal/cli/local/rules"
	"vigil/internal/cli/local/scan"
)

// Commands returns the commands that need no server.
func Commands() []*cobra.Command {
	return []*cobra.Command{scan.NewScan(), scan.NewRoutes(), scan.NewWiki(), rules.New(), advisories.New()}
}
