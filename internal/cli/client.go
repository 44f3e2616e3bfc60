package cli

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
	"vigil/internal/server"
)

const (
	defaultURL  = "http://127.0.0.1:8080"
	defaultData = "./vigil-data"
)

// clientFlags say which server a command talks to, and with which key.
type clientFlags struct {
	url, data string // empty: not given
	json      bool
}

func (f *clientFlags) declare(flags *pflag.FlagSet) {
	setting(flags, &f.url, "url", "VIGIL_URL", "", "server URL (default: from \"vigil login\" unless --data is given, else "+defaultURL+")")
	setting(flags, &f.data, "data", "VIGIL_DATA", "", "data folder of a server on this machine, for its API key unless VIGIL_API_KEY is set (default: the key from \"vigil login\", else the one in "+defaultData+")")
}

// group declares the flags for all commands of a group at once.
func (f *clientFlags) group(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	f.declare(c.PersistentFlags())
	f.declareJSON(c.PersistentFlags())
	c.AddCommand(commands...)
	return c
}

func (f *clientFlags) declareJSON(flags *pflag.FlagSet) {
	flags.BoolVar(&f.json, "json", false, "print JSON with the fields of the API")
}

// target returns the address of the server and the key for it. No key goes to a server
// that it was not given for: who names a folder means the server on this machine, and
// not the one that they are logged in to.
func (f *clientFlags) target() (address, key string, err error) {
	var kept login
	if f.data == "" {
		if kept, err = readLogin(); err != nil {
			return "", "", err
		}
	}
	if address, err = parseAddress(cmp.Or(f.url, kept.URL, defaultURL)); err != nil {
		return "", "", err
	}
	if key = os.Getenv("VIGIL_API_KEY"); key != "" { // no flag: arguments can be seen by others
		return address, key, nil
	}
	if kept.URL == address {
		return address, kept.Key, nil
	}
	if f.data != "" || isLoopback(address) {
		text, err := os.ReadFile(filepath.Join(cmp.Or(f.data, defaultData), server.AdminKeyFile))
		if err == nil {
			return address, strings.TrimSpace(string(text)), nil
		}
	}
	return "", "", usagef("there is no API key for %s: run \"vigil login\", set VIGIL_API_KEY, or name with --data the folder of a server on this machine, which has %s (\"vigil serve\" starts one)", address, server.AdminKeyFile)
}

// parseAddress checks the address of a server and returns it in one form.
func parseAddress(s string) (string, error) {
	u, err := url.Parse(s)
	if err == nil && u.User != nil {
		return "", usagef("the address of the server must hold no user and no password") // nor show them
	}
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" {
		return "", usagef("--url must be the address of a server, such as https://vigil.example.com, not %q", s)
	}
	u.Host = strings.ToLower(u.Host)
	return strings.TrimSuffix(trimURL(u.String()), "/api/v1"), nil
}

func isLoopback(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// session is a command that talks to a server.
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

// run makes of fn what cobra runs.
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

// allow gives each request more time, or with 0 as much as it takes.
func (r *session) allow(time time.Duration) { r.HTTP = &http.Client{Timeout: time} }

// pause waits, unless ctx ends first.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
