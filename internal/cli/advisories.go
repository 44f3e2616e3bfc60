package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vigil/internal/advisory"
	"vigil/internal/ecosystem"
	"vigil/internal/netguard"
	"vigil/internal/visible"
)

func declareAdvisories(flags *pflag.FlagSet, to *string) {
	setting(flags, to, "advisories", "VIGIL_ADVISORIES", "", "file of advisories; empty: "+advisory.FileName+" in the data folder")
}

// advisoryFlags say which file is meant.
type advisoryFlags struct{ data, file string }

func (f *advisoryFlags) declare(flags *pflag.FlagSet) {
	setting(flags, &f.data, "data", "VIGIL_DATA", defaultData, "data folder of the server; if there is none, the file is one of your own")
	declareAdvisories(flags, &f.file)
}

// path returns the file that is meant: the one that is named, or that of the data folder, or,
// for those who run no server, one of their own.
func (f *advisoryFlags) path(dataGiven bool) string {
	if f.file != "" {
		return f.file
	}
	if info, err := os.Stat(f.data); dataGiven || err == nil && info.IsDir() {
		return filepath.Join(f.data, advisory.FileName)
	}
	if own := ownAdvisories(); own != "" {
		return own
	}
	return filepath.Join(f.data, advisory.FileName)
}

// ownAdvisories is the file of the user, "" if there is no place for one.
func ownAdvisories() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "vigil", advisory.FileName)
}

// of is path for a command.
func (f *advisoryFlags) of(c *cobra.Command) string {
	_, set := os.LookupEnv("VIGIL_DATA")
	return f.path(set || c.Flags().Changed("data"))
}

func newAdvisories() *cobra.Command {
	c := &cobra.Command{
		Use:   "advisories",
		Short: "Keep what is known of vulnerable packages",
		Long: "Keep what is known of vulnerable packages, in one file that scans look dependencies up in. It comes from OSV (https://osv.dev): " +
			"\"update\" fetches it, \"import\" reads it where there is no network. Scans that run meanwhile go on with the file they have.",
	}
	c.AddCommand(newAdvisoriesImport(), newAdvisoriesUpdate(), newAdvisoriesStatus())
	return c
}

func newAdvisoriesImport() *cobra.Command {
	var f advisoryFlags
	var replace bool
	c := &cobra.Command{
		Use:   "import FILE|FOLDER…",
		Short: "Read advisories in OSV's format",
		Long: "Read advisories in OSV's format: the archives that OSV publishes (all.zip), folders of such records, single ones, or a file that Vigil made on another machine.\n\n" +
			"They are added to those that are there; of two with the same id that counts which changed last, and one that was withdrawn goes. " +
			"The file is replaced when all is read. If something is wrong, it stays as it was.",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("%q takes FILE or FOLDER, one or more", c.CommandPath())
			}
			for _, path := range args {
				if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
					return usagef("there is no file or folder %s", plain(path))
				}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return importAdvisories(c, advisory.Import{To: f.of(c), From: args, Replace: replace, Now: time.Now()})
		},
	}
	f.declare(c.Flags())
	c.Flags().BoolVar(&replace, "replace", false, "forget what is there, instead of adding to it")
	return c
}

func importAdvisories(c *cobra.Command, im advisory.Import) error {
	done, err := im.Run(c.Context())
	if err != nil {
		return err
	}
	fmt.Fprintf(c.ErrOrStderr(), "read %d records, %d of them about packages that Vigil does not look at\n", done.Records, done.Other)
	return printAdvisories(c.OutOrStdout(), im.To, done.Status)
}

func newAdvisoriesUpdate() *cobra.Command {
	var f advisoryFlags
	var base, networks string
	var kinds []string
	var replace bool
	c := &cobra.Command{
		Use:   "update",
		Short: "Fetch the advisories that OSV publishes",
		Long: "Fetch the advisories that OSV publishes, one archive for each ecosystem, and import them. Call it once a day, for example by cron: no server does so by itself.\n\n" +
			"--advisories-url may name a mirror that has the same files: ECOSYSTEM/all.zip.",
		Args: noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if u, err := url.Parse(base); err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
				return usagef("--advisories-url must be a URL such as %s, without a password", advisory.OSVAddress)
			}
			allowed, err := netguard.ParseNetworks(networks)
			if err != nil {
				return usagef("--allow-networks: %v", err)
			}
			wanted, err := parseKinds(kinds)
			if err != nil {
				return err
			}
			dir, err := os.MkdirTemp("", "vigil-advisories-")
			if err != nil {
				return fmt.Errorf("make a folder to work in: %w", err)
			}
			defer os.RemoveAll(dir)
			im := advisory.Import{To: f.of(c), Replace: replace, Now: time.Now()}
			client := netguard.Policy{AllowNetworks: allowed}.Client(0) // Download has its own limit
			for _, kind := range wanted {
				path, err := advisory.Download(c.Context(), client, base, kind, dir)
				if err != nil {
					return err
				}
				if info, err := os.Stat(path); err == nil {
					fmt.Fprintf(c.ErrOrStderr(), "%s: %s\n", kind, bytesText(uint64(info.Size())))
				}
				im.From = append(im.From, path)
			}
			return importAdvisories(c, im)
		},
	}
	flags := c.Flags()
	f.declare(flags)
	setting(flags, &base, "advisories-url", "VIGIL_ADVISORIES_URL", advisory.OSVAddress, "where advisories are fetched from")
	setting(flags, &networks, "allow-networks", "VIGIL_ALLOW_NETWORKS", "", "networks that are not public, yet may be reached")
	flags.StringSliceVar(&kinds, "ecosystem", nil, "ecosystems to fetch, such as npm,PyPI; empty: all")
	flags.BoolVar(&replace, "replace", false, "forget what is there, instead of adding to it")
	completeFlag(c, "ecosystem", ecosystem.Kinds)
	return c
}

func parseKinds(names []string) (out []ecosystem.Kind, err error) {
	if len(names) == 0 {
		return ecosystem.Kinds, nil
	}
	for _, name := range names {
		n := slices.IndexFunc(ecosystem.Kinds, func(k ecosystem.Kind) bool { return strings.EqualFold(string(k), name) })
		if n < 0 {
			return nil, usagef("there is no ecosystem %q, only %v%s", name, ecosystem.Kinds, didYouMean(name, ecosystem.Kinds))
		}
		out = append(out, ecosystem.Kinds[n])
	}
	return out, nil
}

func newAdvisoriesStatus() *cobra.Command {
	var f advisoryFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Show how many advisories there are, and how old they are",
		Args:  noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			path := f.of(c)
			s, err := checkAdvisories(path)
			if errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("there are no advisories in %s: get them with \"vigil advisories update\", or \"vigil advisories import\" where there is no network", path)
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
			e := json.NewEncoder(visible.JSONWriter{W: c.OutOrStdout()})
			e.SetIndent("", "  ")
			return e.Encode(struct {
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

// checkAdvisories reads all of a file.
func checkAdvisories(path string) (advisory.Status, error) {
	file, f, err := advisory.Open(path)
	if err != nil {
		return advisory.Status{}, err
	}
	defer file.Close()
	if err := f.Each(func(ecosystem.Kind, string, []advisory.Advisory) error { return nil }); err != nil {
		return advisory.Status{}, fmt.Errorf("read advisories from %s: %w", path, err)
	}
	return f.Status, nil
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
	_, err = fmt.Fprintf(out, "\n%d advisories, the newest of %s, in %s (%s)\n", s.Advisories, s.Newest.Format(time.DateOnly), path, bytesText(uint64(info.Size())))
	return err
}
