package remote

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"vigil/internal/cli/command"
)

// login is what "vigil login" saves: a server and the key for it.
type login struct {
	URL string `json:"url"`
	Key string `json:"key"`
}

func loginFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find the configuration folder of this user: %w", err)
	}
	return filepath.Join(dir, "vigil", "login.json"), nil
}

// readLogin returns the saved login, or a zero one if there is none.
func readLogin() (login, error) {
	var l login
	name, _ := loginFile() // without a configuration folder there is no login
	text, err := os.ReadFile(name)
	if name == "" || errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if err == nil && json.Unmarshal(text, &l) != nil { // not wrapped: the message could quote the key
		err = fmt.Errorf("%s cannot be read: run \"vigil login\" again", name)
	}
	return l, err
}

// write saves the login in a file that only this user can read.
func (l login) write() error {
	name, err := loginFile()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("save login: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".login-") // has 0600
	if err != nil {
		return fmt.Errorf("save login: %w", err)
	}
	defer os.Remove(f.Name())
	if err := errors.Join(json.NewEncoder(f).Encode(l), f.Close()); err != nil {
		return fmt.Errorf("save login: %w", err)
	}
	return os.Rename(f.Name(), name)
}

func newLogin() *cobra.Command {
	var address string
	c := &cobra.Command{
		Use:   "login",
		Short: "Save the URL and API key of a server for other commands",
		Long: "Save the URL and API key of a server for the commands that use one. Prompts for the key without echo; " +
			"if standard input is not a terminal, reads it from the first line. The key is verified against the server and saved in a file that only you can read.",
		Example: "  vigil login --url https://vigil.example.com < key.txt",
		Args:    command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			l, err := askLogin(c, address)
			if err != nil {
				return explain(l.URL, err)
			}
			r := newSession(c, l.URL, l.Key, false)
			caller, err := r.Caller(c.Context())
			if err != nil {
				return explain(l.URL, err)
			}
			if err := l.write(); err != nil {
				return err
			}
			r.note("Logged in to %s with key %q, team %q.", l.URL, caller.Key.Name, caller.Team.Name)
			if strings.HasPrefix(l.URL, "http://") && !isLoopback(l.URL) {
				r.note("Warning: the connection to %s is not encrypted, so the key can be intercepted.", l.URL)
			}
			if os.Getenv("VIGIL_API_KEY") != "" {
				r.note("VIGIL_API_KEY is set and takes precedence.")
			}
			return nil
		},
	}
	command.Setting(c.Flags(), &address, "url", "VIGIL_URL", "", "server URL (default: prompt)")
	return c
}

// askLogin prompts for what is missing.
func askLogin(c *cobra.Command, address string) (l login, err error) {
	in, notes := stdin{c}, c.ErrOrStderr()
	asks := command.IsTerminal(c.InOrStdin())
	if address == "" && asks {
		saved, _ := readLogin() // an unreadable file is about to be replaced
		suggested := cmp.Or(saved.URL, defaultURL)
		fmt.Fprintf(notes, "Server URL [%s]: ", suggested)
		if address, err = readLine(in); err != nil {
			return l, err
		}
		address = cmp.Or(address, suggested)
	}
	if l.URL, err = parseAddress(cmp.Or(address, defaultURL)); err != nil {
		return l, err
	}
	if asks {
		fmt.Fprint(notes, "API key (hidden): ")
		l.Key, err = readSecret(c)
		fmt.Fprintln(notes)
	} else {
		l.Key, err = readLine(bufio.NewReader(in))
	}
	if err != nil {
		return l, err
	}
	if l.Key == "" {
		return l, command.Usagef("there is no key: type it, or pass it on standard input. \"vigil key create\" creates one on the machine of the server")
	}
	return l, nil
}

// readSecret reads a line from a terminal without echo.
func readSecret(c *cobra.Command) (string, error) {
	at := int(c.InOrStdin().(*os.File).Fd())
	before, err := term.GetState(at)
	if err != nil {
		return "", fmt.Errorf("read key: %w", err)
	}
	text, err := await(c.Context(), func() ([]byte, error) { return term.ReadPassword(at) })
	if err != nil {
		return "", errors.Join(fmt.Errorf("read key: %w", err), term.Restore(at, before))
	}
	return strings.TrimSpace(string(text)), nil
}

// readLine reads a line byte by byte, so that it consumes nothing after it: from a terminal,
// the key comes next.
func readLine(r io.Reader) (string, error) {
	var line []byte
	for b := make([]byte, 1); len(line) < 4096; {
		n, err := r.Read(b)
		if n == 1 && b[0] != '\n' {
			line = append(line, b[0])
		} else if n == 1 || errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("read standard input: %w", err)
		}
	}
	return strings.TrimSpace(string(line)), nil
}

func newLogout() *cobra.Command {
	return &cobra.Command{
		Use:   "logout",
		Short: "Delete the saved URL and API key",
		Long:  "Delete the URL and API key saved by \"vigil login\". The key itself stays valid: revoke it with \"vigil key revoke\" or DELETE /keys.",
		Args:  command.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			name, err := loginFile()
			if err != nil {
				return err
			}
			if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("delete login: %w", err)
			}
			return nil
		},
	}
}

func newWhoami() *cobra.Command {
	var at clientFlags
	c := &cobra.Command{
		Use:   "whoami",
		Short: "Show the server and API key in use",
		Args:  command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			caller, err := r.Caller(r.ctx())
			if err != nil {
				return err
			}
			if r.json {
				return r.printJSON(caller)
			}
			return r.printFields("Server", r.address, "Team", caller.Team.Name, "Key", caller.Key.Name+" ("+caller.Key.ID+")",
				"Expires", orDash(caller.Key.ExpiresAt), "May", strings.Join(caller.Permissions, " "))
		}),
	}
	at.declare(c.Flags())
	at.declareJSON(c.Flags())
	return c
}
