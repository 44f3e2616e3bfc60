package admin

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/cli/operator/database"
	"vigil/internal/service"
	"vigil/internal/store"
)

func newRelease() *cobra.Command {
	c := &cobra.Command{Use: "release", Short: "Publish and list scanner image releases"}
	c.AddCommand(newReleasePublish(), newReleaseList())
	return c
}

func newReleasePublish() *cobra.Command {
	var db database.Flags
	var r vigil.Release
	var image, pushedAt string
	c := &cobra.Command{
		Use:   "publish --channel C --version 1.4 --scanner-version 1.4.2 --git-sha S (--image-uri U --image-digest D | --image U:TAG)",
		Short: "Publish a release to a channel and print its pinned image",
		Long: "Publish a release to a channel and print the image reference pinned to its digest.\n\n" +
			"With --image, the digest of the tag is resolved through the registry; a missing image is rejected. Uses the credentials of \"docker login\".",
		Args: command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			for _, flag := range []string{"channel", "version", "scanner-version", "git-sha"} {
				if c.Flags().Lookup(flag).Value.String() == "" {
					return command.Usagef("--%s is required", flag)
				}
			}
			switch given := r.ImageURI != "" || r.ImageDigest != ""; {
			case image != "" && given:
				return command.Usagef("use --image, or --image-uri and --image-digest, not both")
			case image == "" && (r.ImageURI == "" || r.ImageDigest == ""):
				return command.Usagef("--image-uri and --image-digest are required, or --image")
			}
			var err error
			if r.PushedAt, err = parsePushedAt(pushedAt); err != nil {
				return err
			}
			r.GitSHA = strings.ToLower(r.GitSHA)
			if image != "" {
				if r.ImageURI, r.ImageDigest, err = resolveImage(c.Context(), image); err != nil {
					return err
				}
			}
			if err := r.Check(); err != nil {
				return byFlag(err)
			}
			return db.WithStore(c, func(s *store.Store) error {
				err := s.Write(c.Context(), func(tx *store.Tx) (err error) {
					_, err = new(service.Service).PublishRelease(c.Context(), tx, r)
					return err
				})
				if err == nil {
					_, err = fmt.Fprintln(c.OutOrStdout(), r.ImageRef())
				}
				return err
			})
		},
	}
	flags := c.Flags()
	flags.StringVar(&r.Channel, "channel", "", "release channel; knowing its name grants access")
	flags.StringVar(&r.Version, "version", "", "public version, such as 1.4")
	flags.StringVar(&r.ScannerVersion, "scanner-version", "", "scanner version, such as 1.4.2")
	flags.StringVar(&r.GitSHA, "git-sha", "", "commit the image was built from")
	flags.StringVar(&r.ImageURI, "image-uri", "", "image without tag and digest, such as registry.example/scanner")
	flags.StringVar(&r.ImageDigest, "image-digest", "", "image digest, sha256:…")
	flags.StringVar(&image, "image", "", "image with tag, such as registry.example/scanner:1.4.2, instead of --image-uri and --image-digest")
	flags.StringVar(&pushedAt, "pushed-at", "", "push time, such as 2026-11-15T08:00:00Z (default now)")
	flags.StringVar(&r.Notes, "notes", "", "release notes")
	db.Declare(flags)
	return c
}

// byFlag turns an error about a field into one about the flag that sets it.
func byFlag(err error) error {
	if e, ok := errors.AsType[*vigil.Error](err); ok && e.Param != "" {
		flag := "--" + strings.ReplaceAll(e.Param, "_", "-")
		return command.Usagef("%s", strings.Replace(e.Message, fmt.Sprintf("%q", e.Param), flag, 1))
	}
	return err
}

func parsePushedAt(s string) (time.Time, error) {
	if s == "" {
		return vigil.Now(), nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC().Truncate(time.Millisecond), nil
		}
	}
	return time.Time{}, command.Usagef("--pushed-at must be a time such as 2026-11-15T08:00:00Z, or a date, not %q", s)
}

func newReleaseList() *cobra.Command {
	var db database.Flags
	var channel string
	c := &cobra.Command{
		Use:   "list",
		Short: "List releases, newest first",
		Args:  command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return db.WithStore(c, func(s *store.Store) error {
				releases, err := s.ListAllReleases(c.Context(), channel)
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "CHANNEL\tVERSION\tSCANNER\tPUSHED\tCOMMIT\tIMAGE")
				for _, r := range releases {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Channel, r.Version, r.ScannerVersion, moment(r.PushedAt), r.GitSHA, r.ImageRef())
				}
				return w.Flush()
			})
		},
	}
	c.Flags().StringVar(&channel, "channel", "", "filter by channel")
	db.Declare(c.Flags())
	return c
}

func newChannel() *cobra.Command {
	c := &cobra.Command{Use: "channel", Short: "Grant teams access to a release channel"}
	c.AddCommand(newChannelRestrict(), newChannelOpen(), newChannelList())
	return c
}

func newChannelRestrict() *cobra.Command {
	var db database.Flags
	var names []string
	c := &cobra.Command{
		Use:   "restrict NAME --team T [--team T…]",
		Short: "Restrict a channel to these teams, replacing earlier grants",
		Args:  command.ExactArgs("NAME"),
		RunE: func(c *cobra.Command, args []string) error {
			if len(names) == 0 {
				return command.Usagef("--team is required: the teams with access; \"vigil channel open\" opens the channel to everyone")
			}
			return db.WithStore(c, func(s *store.Store) error {
				var teams []vigil.Team
				for _, name := range names {
					team, err := s.GetTeam(c.Context(), name)
					if vigil.KindOf(err) == vigil.NotFound {
						return fmt.Errorf("there is no team %q: create it with \"vigil team create\"", name)
					}
					if err != nil {
						return err
					}
					teams = append(teams, team)
				}
				return restrict(c, s, args[0], teams)
			})
		},
	}
	c.Flags().StringSliceVar(&names, "team", nil, "team to grant access to; repeatable")
	db.Declare(c.Flags())
	return c
}

func newChannelOpen() *cobra.Command {
	var db database.Flags
	c := &cobra.Command{
		Use:   "open NAME",
		Short: "Open a channel to everyone who knows its name",
		Args:  command.ExactArgs("NAME"),
		RunE: func(c *cobra.Command, args []string) error {
			return db.WithStore(c, func(s *store.Store) error { return restrict(c, s, args[0], nil) })
		},
	}
	db.Declare(c.Flags())
	return c
}

func restrict(c *cobra.Command, s *store.Store, channel string, teams []vigil.Team) error {
	var known []store.Channel
	err := s.Write(c.Context(), func(tx *store.Tx) (err error) {
		if err = new(service.Service).RestrictChannel(c.Context(), tx, channel, teams); err != nil {
			return err
		}
		known, err = tx.ListChannels(c.Context())
		return err
	})
	if err != nil {
		return err
	}
	for _, k := range known {
		if k.Name == channel && k.Releases > 0 {
			return nil
		}
	}
	fmt.Fprintf(c.ErrOrStderr(), "Channel %s has no releases yet.\n", channel)
	return nil
}

func newChannelList() *cobra.Command {
	var db database.Flags
	c := &cobra.Command{
		Use:   "list",
		Short: "List channels and the teams with access",
		Args:  command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return db.WithStore(c, func(s *store.Store) error {
				channels, err := s.ListChannels(c.Context())
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "CHANNEL\tRELEASES\tTEAMS")
				for _, k := range channels {
					fmt.Fprintf(w, "%s\t%d\t%s\n", k.Name, k.Releases, cmp.Or(strings.Join(k.Teams, ", "), "anyone who knows the name"))
				}
				return w.Flush()
			})
		},
	}
	db.Declare(c.Flags())
	return c
}
