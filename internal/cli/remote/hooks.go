package remote

import (
	"bufio"
	"strings"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/client"
	"vigil/internal/cli/command"
)

func newHooks() *cobra.Command {
	at := new(clientFlags)
	secret := &cobra.Command{Use: "secret", Short: "Manage the secrets that hooks of source hosts are verified with"}
	secret.AddCommand(newHookSecretAdd(at), newHookSecretList(at), newHookSecretRemove(at))
	return at.group(&cobra.Command{Use: "hooks", Short: "Receive webhooks of GitHub and GitLab, which start scans"},
		secret, newHooksList(at), newHooksReplay(at))
}

// hookHosts are the source hosts that send hooks.
var hookHosts = []vigil.Provider{vigil.GitHub, vigil.GitLab}

func newHookSecretAdd(at *clientFlags) *cobra.Command {
	var in client.NewHookSecret
	var given bool
	c := &cobra.Command{
		Use:   "add HOST",
		Short: "Add a secret for github or gitlab, and print it with the URL for the host (shown only once)",
		Example: "  vigil hooks secret add github\n" +
			"  vigil hooks secret add gitlab --method signature --stdin <signing-token",
		Args:      command.ExactArgs("HOST"),
		ValidArgs: []string{string(vigil.GitHub), string(vigil.GitLab)},
		RunE: at.run(func(r *session, args []string) error {
			if err := command.Choices("HOST", args, hookHosts); err != nil {
				return err
			}
			if in.Method != "" {
				if err := command.Choices("--method", []string{in.Method}, vigil.HookMethods); err != nil {
					return err
				}
			}
			in.Provider = args[0]
			if given {
				line, _ := bufio.NewReader(stdin{r.cmd}).ReadString('\n') // the last line may have no end
				if in.Secret = strings.TrimSpace(line); in.Secret == "" {
					return command.Usagef("--stdin: there is no secret on standard input")
				}
			}
			s, err := r.AddHookSecret(r.ctx(), in)
			if err != nil {
				return err
			}
			if r.json {
				return r.printJSON(s)
			}
			me, err := r.Caller(r.ctx())
			if err != nil {
				return err
			}
			return r.printFields("Hook secret", s.ID, "Host", s.Provider, "Method", s.Method, "URL", r.address+"/hooks/"+s.Provider+"/"+me.Team.ID, "Secret", s.Secret)
		}),
	}
	c.Flags().StringVar(&in.Name, "name", "", "name, to tell secrets apart")
	c.Flags().StringVar(&in.Method, "method", "", "signature or token (default: signature for github, token for gitlab)")
	c.Flags().BoolVar(&given, "stdin", false, "read the secret from standard input instead of generating it")
	command.CompleteFlag(c, "method", vigil.HookMethods)
	return c
}

func newHookSecretList(at *clientFlags) *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use:   "list",
		Short: "List hook secrets, and when each was last used",
		Args:  command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			return printList(r, r.HookSecrets(r.ctx()), limit, "ID,HOST,METHOD,NAME,LAST USED,CREATED", func(s api.HookSecret) []string {
				return []string{s.ID, s.Provider, s.Method, orDash(s.Name), orDash(s.LastUsedAt), s.CreatedAt}
			})
		}),
	}
	limitFlag(c.Flags(), &limit)
	return c
}

func newHookSecretRemove(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "remove ID",
		Short:             "Remove a hook secret; hooks that only it verifies are refused",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(hookSecretWords)),
		RunE: at.run(func(r *session, args []string) error {
			if err := r.RemoveHookSecret(r.ctx(), args[0]); err != nil {
				return err
			}
			return r.deleted("hook_secret", args[0])
		}),
	}
}

const hookHeader = "ID,STATUS,HOST,EVENT,REPOSITORY,RECEIVED,OUTCOME"

func hookRow(d api.HookDelivery) []string {
	event := d.Event
	if d.Action != nil {
		event += " " + *d.Action
	}
	return []string{d.ID, d.Status, d.Provider, event, orDash(d.Repository), d.CreatedAt, orDash(d.Outcome)}
}

func newHooksList(at *clientFlags) *cobra.Command {
	var limit int
	var statuses []string
	c := &cobra.Command{
		Use:   "list",
		Short: "List received hooks with their outcome, newest first",
		Args:  command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			if err := command.Choices("--status", statuses, vigil.HookStatuses); err != nil {
				return err
			}
			return printList(r, r.HookDeliveries(r.ctx(), statuses...), limit, hookHeader, hookRow)
		}),
	}
	limitFlag(c.Flags(), &limit)
	c.Flags().StringSliceVar(&statuses, "status", nil, "only hooks with this status: "+command.Words(vigil.HookStatuses)+"; repeatable")
	command.CompleteFlag(c, "status", vigil.HookStatuses)
	return c
}

func newHooksReplay(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "replay ID",
		Short:             "Process a received hook again",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(hookWords)),
		RunE: at.run(func(r *session, args []string) error {
			d, err := r.ReplayHook(r.ctx(), args[0])
			if err != nil {
				return err
			}
			if r.json {
				return r.printJSON(d)
			}
			return printList(r, only(d), 0, hookHeader, hookRow)
		}),
	}
}
