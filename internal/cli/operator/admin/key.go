package admin

import (
	"fmt"
	"regexp"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/cli/operator/database"
	"vigil/internal/service"
	"vigil/internal/store"
)

func newKey() *cobra.Command {
	c := &cobra.Command{Use: "key", Short: "Create, list, rotate, and revoke API keys"}
	c.AddCommand(newKeyCreate(), newKeyList(), newKeyRotate(), newKeyRevoke())
	return c
}

func newKeyCreate() *cobra.Command {
	var db database.Flags
	var name, team, expires string
	var permissions []string
	c := &cobra.Command{
		Use:   "create --name NAME",
		Short: "Create an API key and print it (shown only once)",
		Args:  command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if name == "" {
				return command.Usagef("--name is required: who or what uses the key")
			}
			for _, flag := range []string{"permission", "expires"} {
				// An empty shell variable must not create a key with all permissions,
				// or without expiry.
				if f := c.Flags().Lookup(flag); f.Changed && (f.Value.String() == "" || f.Value.String() == "[]") {
					return command.Usagef("--%s is empty: omit it, or give it a value", flag)
				}
			}
			in := service.NewKey{Name: name}
			for _, p := range permissions {
				if !vigil.Permission(p).Valid() {
					return command.Usagef("--permission takes %s, not %q%s", command.Words(vigil.AllPermissions), p, command.DidYouMean(p, vigil.AllPermissions))
				}
				in.Permissions = append(in.Permissions, vigil.Permission(p))
			}
			var err error
			if in.ExpiresAt, err = parseExpiry(expires, vigil.Now()); err != nil {
				return err
			}
			return db.WithStore(c, func(s *store.Store) error {
				t, err := s.GetTeam(c.Context(), team)
				if vigil.KindOf(err) == vigil.NotFound {
					return fmt.Errorf("there is no team %q: create it with \"vigil team create\"", team)
				}
				if err != nil {
					return err
				}
				var secret vigil.Secret
				err = s.Write(c.Context(), func(tx *store.Tx) (err error) {
					_, secret, err = new(service.Service).IssueKey(c.Context(), tx, t, in)
					return err
				})
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(c.OutOrStdout(), string(secret))
				return err
			})
		},
	}
	flags := c.Flags()
	flags.StringVar(&name, "name", "", "name of the key: who or what uses it")
	flags.StringVar(&team, "team", vigil.DefaultTeam, "team that the key belongs to")
	flags.StringSliceVar(&permissions, "permission", nil, "permission to grant, such as scans.read; repeatable (default all permissions)")
	flags.StringVar(&expires, "expires", "", "expiry: 90d, 12h, 2027-01-01, or 2027-01-01T12:00:00Z (default never)")
	db.Declare(flags)
	command.CompleteFlag(c, "permission", vigil.AllPermissions)
	return c
}

var days = regexp.MustCompile(`^([0-9]{1,6})d$`)

// parseExpiry parses a duration from now, or a point in time.
func parseExpiry(s string, now time.Time) (time.Time, error) {
	if s == "" || s == "never" {
		return time.Time{}, nil
	}
	if m := days.FindStringSubmatch(s); m != nil {
		n, _ := strconv.Atoi(m[1])
		return now.AddDate(0, 0, n), nil
	}
	if d, err := time.ParseDuration(s); err == nil {
		return now.Add(d), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, command.Usagef("--expires must look like 90d, 12h, 2027-01-01, or 2027-01-01T12:00:00Z, not %q", s)
}

func newKeyList() *cobra.Command {
	var db database.Flags
	c := &cobra.Command{
		Use:   "list",
		Short: "List the API keys of all teams",
		Args:  command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return db.WithStore(c, func(s *store.Store) error {
				keys, err := s.ListAllKeys(c.Context())
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(c.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintln(w, "ID\tTEAM\tNAME\tPREFIX\tPERMISSIONS\tSTATE\tCREATED\tEXPIRES\tLAST USED\tCREATED BY\tROTATED TO")
				for _, k := range keys {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, command.Plain(k.Team.Name), command.Plain(k.Name), k.Prefix,
						permissionsOf(k), stateOf(k, vigil.Now()), moment(k.CreatedAt), moment(k.ExpiresAt), moment(k.LastUsedAt), idOrDash(k.CreatedBy), idOrDash(k.RotatedTo))
				}
				return w.Flush()
			})
		},
	}
	db.Declare(c.Flags())
	return c
}

func permissionsOf(k vigil.Key) string {
	if len(k.Permissions) == len(vigil.AllPermissions) {
		return "all"
	}
	out := ""
	for _, p := range k.Permissions {
		out += "," + string(p)
	}
	return out[min(1, len(out)):]
}

func stateOf(k vigil.Key, now time.Time) string {
	switch {
	case !k.RevokedAt.IsZero():
		return "revoked"
	case !k.Active(now):
		return "expired"
	}
	return "active"
}

func moment(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.RFC3339)
}

// idOrDash returns the ID of another key for the table of keys, or a dash.
func idOrDash(id vigil.ID) string {
	if id == "" {
		return "-"
	}
	return string(id)
}

// withKey runs change in a transaction, for the key that an argument names.
func withKey(f *database.Flags, c *cobra.Command, arg string, change func(tx *store.Tx, team vigil.TeamID, id vigil.ID) error) error {
	id, ok := vigil.ParseID(arg)
	if !ok {
		return command.Usagef("%q is not a key ID: see \"vigil key list\"", arg)
	}
	return f.WithStore(c, func(s *store.Store) error {
		return s.Write(c.Context(), func(tx *store.Tx) error {
			team, err := tx.GetKeyTeam(c.Context(), id)
			if err != nil {
				return err
			}
			return change(tx, team, id)
		})
	})
}

func newKeyRotate() *cobra.Command {
	var db database.Flags
	var overlap time.Duration
	c := &cobra.Command{
		Use:   "rotate ID",
		Short: "Rotate an API key and print the new one (the old one stays valid for the overlap)",
		Long: "Rotate an API key: create one with the same name, permissions, and expiry, and print it (shown only once). The old key stays valid for\n" +
			"the overlap, so that clients can switch, and then expires. Its dashboard sessions end with it.",
		Args: command.ExactArgs("ID"),
		RunE: func(c *cobra.Command, args []string) error {
			if overlap < 0 || overlap > service.MaxOverlap {
				return command.Usagef("--overlap must be between 0 and %s", service.MaxOverlap)
			}
			var secret vigil.Secret
			err := withKey(&db, c, args[0], func(tx *store.Tx, team vigil.TeamID, id vigil.ID) (err error) {
				_, secret, err = new(service.Service).RotateKey(c.Context(), tx, team, id, overlap)
				return err
			})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(c.OutOrStdout(), string(secret))
			return err
		},
	}
	c.Flags().DurationVar(&overlap, "overlap", 24*time.Hour, "how long the old key stays valid, at most 720h; 0 revokes it immediately")
	db.Declare(c.Flags())
	return c
}

func newKeyRevoke() *cobra.Command {
	var db database.Flags
	var withCreated bool
	c := &cobra.Command{
		Use:   "revoke ID",
		Short: "Revoke an API key immediately",
		Args:  command.ExactArgs("ID"),
		RunE: func(c *cobra.Command, args []string) error {
			var ended []vigil.ID
			err := withKey(&db, c, args[0], func(tx *store.Tx, team vigil.TeamID, id vigil.ID) (err error) {
				if withCreated {
					ended, err = new(service.Service).RevokeKeys(c.Context(), tx, team, id)
					return err
				}
				return new(service.Service).RevokeKey(c.Context(), tx, team, id)
			})
			if err != nil {
				return err
			}
			for _, id := range ended {
				fmt.Fprintln(c.OutOrStdout(), id)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&withCreated, "with-created", false, "also revoke the keys it created, recursively; prints the ID of each")
	db.Declare(c.Flags())
	return c
}
