package remote

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vigil"
	"vigil/client"
	"vigil/internal/cli/command"
)

const (
	defaultURL   = "http://127.0.0.1:8080"
	adminKeyFile = "admin.key" // in the data folder of a server
)

// clientFlags choose the server that a command talks to, and the key.
type clientFlags struct {
	url, data string // empty: not given
	json      bool
}

func (f *clientFlags) declare(flags *pflag.FlagSet) {
	command.Setting(flags, &f.url, "url", "VIGIL_URL", "", "server URL (default: from \"vigil login\" unless --data is given, else "+defaultURL+")")
	command.Setting(flags, &f.data, "data", "VIGIL_DATA", "", "data folder of a server on this machine, for its API key unless VIGIL_API_KEY is set (default: the key from \"vigil login\", else the one in "+command.DefaultData+")")
}

// group declares the flags for all commands of a group.
func (f *clientFlags) group(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	f.declare(c.PersistentFlags())
	f.declareJSON(c.PersistentFlags())
	c.AddCommand(commands...)
	return c
}

func (f *clientFlags) declareJSON(flags *pflag.FlagSet) {
	flags.BoolVar(&f.json, "json", false, "print JSON with the fields of the API")
}

// target returns the address of the server and the key for it. A key is never sent to a server
// other than the one it was given for: --data means the server on this machine, not the one
// the user is logged in to.
func (f *clientFlags) target() (address, key string, err error) {
	var saved login
	if f.data == "" {
		if saved, err = readLogin(); err != nil {
			return "", "", err
		}
	}
	if address, err = parseAddress(cmp.Or(f.url, saved.URL, defaultURL)); err != nil {
		return "", "", err
	}
	if key = os.Getenv("VIGIL_API_KEY"); key != "" { // not a flag: other users can see arguments
		return address, key, nil
	}
	if saved.URL == address {
		return address, saved.Key, nil
	}
	if f.data != "" || isLoopback(address) {
		text, err := os.ReadFile(filepath.Join(cmp.Or(f.data, command.DefaultData), adminKeyFile))
		if err == nil {
			return address, strings.TrimSpace(string(text)), nil
		}
	}
	return "", "", command.Usagef("there is no API key for %s: run \"vigil login\", set VIGIL_API_KEY, or name with --data the folder of a server on this machine, which has %s (\"vigil serve\" starts one)", address, adminKeyFile)
}

// parseAddress checks and normalizes the address of a server.
func parseAddress(s string) (string, error) {
	u, err := url.Parse(s)
	if err == nil && u.User != nil {
		return "", command.Usagef("the address of the server must not contain a user or password") // nor does the message
	}
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" {
		return "", command.Usagef("--url must be the address of a server, such as https://vigil.example.com, not %q", s)
	}
	u.Host = strings.ToLower(u.Host)
	return strings.TrimSuffix(strings.TrimRight(u.String(), "/"), "/api/v1"), nil
}

func isLoopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// session is one run of a command that talks to a server.
type session struct {
	*client.Client
	address string
	cmd     *cobra.Command
	json    bool
}

func (f *clientFlags) session(c *cobra.Command) (*session, error) {
	address, key, err := f.target()
	if err != nil {
		return nil, err
	}
	return newSession(c, address, key, f.json), nil
}

func newSession(c *cobra.Command, address, key string, json bool) *session {
	to := client.New(address, key)
	to.UserAgent = "vigil-cli/" + vigil.Version
	to.Tries = 3
	return &session{Client: to, address: address, cmd: c, json: json}
}

// run adapts fn to cobra.
func (f *clientFlags) run(fn func(r *session, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		r, err := f.session(c)
		if err != nil {
			return err
		}
		return explain(r.address, fn(r, args))
	}
}

func (r *session) ctx() context.Context { return r.cmd.Context() }

// allow sets the timeout of each request; 0 means none.
func (r *session) allow(time time.Duration) { r.HTTP = &http.Client{Timeout: time} }

// pause sleeps until d has passed or ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
