// Package advisories has the commands that manage the advisory database: import, update, and
// status.
package advisories

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vigil/internal/advisory"
	"vigil/internal/cli/command"
	"vigil/internal/cli/inputs"
	"vigil/internal/ecosystem"
	"vigil/internal/netguard"
)

// fileFlags choose the database file.
type fileFlags struct{ data, file string }

func (f *fileFlags) declare(flags *pflag.FlagSet) {
	command.Setting(flags, &f.data, "data", "VIGIL_DATA", command.DefaultData, "data folder of the server; without one, the per-user file is used")
	inputs.DeclareAdvisories(flags, &f.file)
}

// path returns the file that is named, else the one in the data folder, else, without a server,
// the one of the user.
func (f *fileFlags) path(dataGiven bool) string {
	if f.file != "" {
		return f.file
	}
	if info, err := os.Stat(f.data); dataGiven || err == nil && info.IsDir() {
		return inputs.DataAdvisories(f.data)
	}
	if own := inputs.UserAdvisories(); own != "" {
		return own
	}
	return inputs.DataAdvisories(f.data)
}

// of returns the path for a command.
func (f *fileFlags) of(c *cobra.Command) string {
	_, set := os.LookupEnv("VIGIL_DATA")
	return f.path(set || c.Flags().Changed("data"))
}

// New returns the group of commands.
func New() *cobra.Command {
	c := &cobra.Command{
		Use:   "advisories",
		Short: "Manage the advisory database",
		Long: "Manage the advisory database: one file of known vulnerabilities in packages, against which scans check dependencies. The data comes from OSV (https://osv.dev): " +
			"\"update\" downloads it, \"import\" loads it on a machine without network access. Running scans keep using the file they opened.",
	}
	c.AddCommand(newImport(), newUpdate(), newStatus())
	return c
}

func newImport() *cobra.Command {
	var f fileFlags
	var replace bool
	c := &cobra.Command{
		Use:   "import FILE|FOLDER…",
		Short: "Import advisories in the OSV format",
		Long: "Import advisories in the OSV format: the archives that OSV publishes (all.zip), folders of records, single records, or a database file that Vigil wrote on another machine.\n\n" +
			"They are merged into the existing database: for the same ID, the most recently modified record wins; withdrawn advisories are removed. " +
			"The file is replaced atomically after everything has been read; on error it stays unchanged.",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return command.Usagef("%q takes FILE or FOLDER, one or more", c.CommandPath())
			}
			for _, path := range args {
				if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
					return command.Usagef("there is no file or folder %s", command.Plain(path))
				}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return importAdvisories(c, advisory.Import{To: f.of(c), From: args, Replace: replace, Now: time.Now()})
		},
	}
	f.declare(c.Flags())
	c.Flags().BoolVar(&replace, "replace", false, "replace the database instead of merging into it")
	return c
}

func importAdvisories(c *cobra.Command, im advisory.Import) error {
	done, err := im.Run(c.Context())
	if err != nil {
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "read %d records, %d of them for unsupported ecosystems\n", done.Records, done.Other)
	return printAdvisories(c.OutOrStdout(), im.To, done.Status)
}

func newUpdate() *cobra.Command {
	var f fileFlags
	var base, networks string
	var kinds []string
	var replace bool
	c := &cobra.Command{
		Use:   "update",
		Short: "Download and import advisories from OSV",
		Long: "Download the advisories that OSV publishes, one archive per ecosystem, and import them. Run it daily, for example from cron: the server does not update the database by itself.\n\n" +
			"--advisories-url can point to a mirror with the same layout: ECOSYSTEM/all.zip.",
		Args: command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if u, err := url.Parse(base); err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
				return command.Usagef("--advisories-url must be a URL such as %s, without a password", advisory.OSVAddress)
			}
			allowed, err := netguard.ParseNetworks(networks)
			if err != nil {
				return command.Usagef("--allow-networks: %v", err)
			}
			wanted, err := parseKinds(kinds)
			if err != nil {
				return err
			}
			dir, err := os.MkdirTemp("", "vigil-advisories-")
			if err != nil {
				return fmt.Errorf("create temporary folder: %w", err)
			}
			defer os.RemoveAll(dir)
			im := advisory.Import{To: f.of(c), Replace: replace, Now: time.Now()}
			client := netguard.Policy{AllowNetworks: allowed}.Client(0) // Download has its own timeout
			for _, kind := range wanted {
				path, err := advisory.Download(c.Context(), client, base, kind, dir)
				if err != nil {
					return err
				}
				if info, err := os.Stat(path); err == nil {
					fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", kind, command.Size(uint64(info.Size())))
				}
				im.From = append(im.From, path)
			}
			return importAdvisories(c, im)
		},
	}
	flags := c.Flags()
	f.declare(flags)
	command.Setting(flags, &base, "advisories-url", "VIGIL_ADVISORIES_URL", advisory.OSVAddress, "base URL to download advisories from")
	command.Setting(flags, &networks, "allow-networks", "VIGIL_ALLOW_NETWORKS", "", "non-public networks to allow")
	flags.StringSliceVar(&kinds, "ecosystem", nil, "ecosystems to download, such as npm,PyPI (default all)")
	flags.BoolVar(&replace, "replace", false, "replace the database instead of merging into it")
	command.CompleteFlag(c, "ecosystem", ecosystem.Kinds)
	return c
}

func parseKinds(names []string) (out []ecosystem.Kind, err error) {
	if len(names) == 0 {
		return ecosystem.Kinds, nil
	}
	for _, name := range names {
		n := slices.IndexFunc(ecosystem.Kinds, func(k ecosystem.Kind) bool { return strings.EqualFold(string(k), name) })
		if n < 0 {
			return nil, command.Usagef("there is no ecosystem %q, only %v%s", name, ecosystem.Kinds, command.DidYouMean(name, ecosystem.Kinds))
		}
		out = append(out, ecosystem.Kinds[n])
	}
	return out, nil
}

func newStatus() *cobra.Command {
	var f fileFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Show the number and age of advisories",
		Args:  command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			path := f.of(c)
			s, err := inputs.CheckAdvisories(path)
			if errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("there are no advisories in %s: download them with \"vigil advisories update\", or use \"vigil advisories import\" without network access", path)
			}
			if err != nil {
				return err
			}
			if !asJSON {
				return printAdvisories(c.OutOrStdout(), path, s)
			}
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			return command.PrintJSON(c.OutOrStdout(), struct {
				File  string `json:"file"`
				Bytes int64  `json:"bytes"`
				advisory.Status
			}{path, info.Size(), s})
		},
	}
	f.declare(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func printAdvisories(out io.Writer, path string, s advisory.Status) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ECOSYSTEM\tADVISORIES\tPACKAGES\tNEWEST")
	for _, kind := range ecosystem.Kinds {
		if n, there := s.Ecosystems[kind]; there {
			fmt.Fprintf(w, "%s\t%d\t%d\t%s\n", kind, n.Advisories, n.Packages, n.Newest.Format(time.DateOnly))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n%d advisories, newest %s, in %s (%s)\n", s.Advisories, s.Newest.Format(time.DateOnly), path, command.Size(uint64(info.Size())))
	return err
}
