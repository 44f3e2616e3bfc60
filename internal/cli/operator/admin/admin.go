// Package admin has the commands that administer the database and data folder of a server: keys,
// teams, releases, channels, backups, and the encryption key. They work while the server is
// running.
package admin

import "github.com/spf13/cobra"

// Commands returns the commands of the package.
func Commands() []*cobra.Command {
	return []*cobra.Command{newKey(), newTeam(), newRelease(), newChannel(), newRekey(), newBackup(), newRestore()}
}
