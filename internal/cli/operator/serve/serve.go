// Package serve has the commands that run a server or a worker, and translates their flags into
// server.Config.
package serve

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vigil"
	"vigil/internal/cli/command"
	"vigil/internal/cli/inputs"
	"vigil/internal/cli/operator/database"
	"vigil/internal/httpapi"
	"vigil/internal/netguard"
	"vigil/internal/server"
)

// NewServe returns the command that runs the server.
func NewServe() *cobra.Command {
	var db database.Flags
	var scanning scanFlags
	var logging logFlags
	var addr, publicURL, rateLimit, fullSync, backoff, webhookPorts, keepEvents, spoolLimit string
	var demo bool
	c := &cobra.Command{
		Use:   "serve",
		Short: "Run the server",
		Long: "Run the server: dashboard, REST API at /api/v1, and /healthz, /readyz, and /metrics for operators.\n\n" +
			"The first start creates the team \"default\" and an API key with all permissions, saved as admin.key in the data folder.",
		Args: command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := db.Check(); err != nil {
				return err
			}
			config := db.Config()
			config.Addr, config.PublicURL, config.Demo = addr, publicURL, demo
			if err := scanning.apply(&config); err != nil {
				return err
			}
			var err error
			if config.RateLimit, err = httpapi.ParseRateLimit(rateLimit); err != nil {
				return command.Usagef("--rate-limit: %w", err)
			}
			if config.Backoff, err = parseBackoff(backoff); err != nil {
				return err
			}
			if config.WebhookPorts, err = netguard.ParsePorts(webhookPorts); err != nil {
				return command.Usagef("--webhook-ports: %v", err)
			}
			if config.KeepEvents, err = parseKeep(keepEvents); err != nil {
				return err
			}
			if config.SpoolLimit, err = parseSize(spoolLimit); err != nil {
				return command.Usagef("--spool-limit: %w", err)
			}
			if config.FullSync, err = strconv.ParseBool(fullSync); err != nil {
				return command.Usagef("--full-sync must be true or false, not %q", fullSync)
			}
			if u, err := url.Parse(publicURL); publicURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
				return command.Usagef("--public-url must be a URL such as https://vigil.example.com")
			}
			if _, port, err := net.SplitHostPort(addr); err != nil || !isPort(port) {
				return command.Usagef("--addr must be an address and a port, such as 127.0.0.1:8080, not %q", addr)
			}
			if config.Log, err = logging.logger(c.ErrOrStderr()); err != nil {
				return err
			}
			a := &announcer{out: c.OutOrStdout(), config: config}
			config.OnDemo = a.demo
			s, err := server.Open(c.Context(), config)
			if err != nil {
				return err
			}
			a.listening(s)
			return s.Run(c.Context())
		},
	}
	flags := c.Flags()
	command.Setting(flags, &addr, "addr", "VIGIL_ADDR", "127.0.0.1:8080", "address to listen on")
	db.Declare(flags)
	command.Setting(flags, &publicURL, "public-url", "VIGIL_PUBLIC_URL", "", "public URL of this server (default: the address of each request)")
	command.Setting(flags, &rateLimit, "rate-limit", "VIGIL_RATE_LIMIT", "6000/m", "rate limit per API key, in requests per s, m, or h, or off")
	command.Setting(flags, &spoolLimit, "spool-limit", "VIGIL_SPOOL_LIMIT", "4GiB", "maximum disk space for uploads in progress, such as 4GiB or 512MiB")
	command.Setting(flags, &fullSync, "full-sync", "VIGIL_FULL_SYNC", "false", "true: SQLite syncs to disk on every commit, so that a power failure loses nothing")
	command.Setting(flags, &backoff, "webhook-backoff", "VIGIL_WEBHOOK_BACKOFF", "30s,5m,30m,2h,6h", "delays between webhook delivery attempts, five values")
	command.Setting(flags, &webhookPorts, "webhook-ports", "VIGIL_WEBHOOK_PORTS", "", "ports allowed in webhook URLs, such as 443,8443 or 9000-9010 (default any)")
	command.Setting(flags, &keepEvents, "keep-events", "VIGIL_KEEP_EVENTS", "30d", "retention of events and delivery logs, such as 30d or 72h, or forever")
	scanning.declare(flags)
	logging.declare(flags)
	flags.BoolVar(&demo, "demo", false, "also scan a bundled, deliberately vulnerable sample (VIGIL_DEMO)")
	if v, err := strconv.ParseBool(os.Getenv("VIGIL_DEMO")); err == nil {
		demo = v
	}
	return c
}

var days = regexp.MustCompile(`^([0-9]{1,6})d$`)

// parseBackoff parses the delays before each attempt after the first.
func parseBackoff(list string) (b vigil.Backoff, err error) {
	words := strings.Split(list, ",")
	if len(words) != len(b) {
		return b, command.Usagef("--webhook-backoff must have %d durations, such as 30s,5m,30m,2h,6h", len(b))
	}
	for i, word := range words {
		if b[i], err = time.ParseDuration(strings.TrimSpace(word)); err != nil || b[i] <= 0 {
			return b, command.Usagef("--webhook-backoff: %q is not a duration such as 30s or 5m", word)
		}
	}
	return b, nil
}

// parseSize parses a size such as 4GiB or 512MiB.
func parseSize(s string) (int64, error) {
	for unit, bytes := range map[string]int64{"GiB": 1 << 30, "MiB": 1 << 20} {
		if number, is := strings.CutSuffix(s, unit); is {
			if n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 32); err == nil && n > 0 {
				return n * bytes, nil
			}
		}
	}
	return 0, fmt.Errorf("%q is not a size such as 4GiB or 512MiB", s)
}

// parseKeep parses a retention; 0 means forever.
func parseKeep(s string) (time.Duration, error) {
	if s == "forever" {
		return 0, nil
	}
	if m := days.FindStringSubmatch(s); m != nil {
		n, _ := strconv.Atoi(m[1])
		s = strconv.Itoa(24*n) + "h"
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 {
		return 0, command.Usagef("--keep-events must look like 30d or 72h, or be forever, not %q", s)
	}
	return d, nil
}

// NewWorker returns the command that runs a scan worker.
func NewWorker() *cobra.Command {
	var db database.Flags
	var scanning scanFlags
	var logging logFlags
	c := &cobra.Command{
		Use:   "worker",
		Short: "Run a scan worker for servers on the same PostgreSQL database",
		Args:  command.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := db.Check(); err != nil {
				return err
			}
			config := db.Config()
			if config.DatabaseURL == "" {
				return command.Usagef("a worker needs --database-url: with SQLite, the server runs the scans itself")
			}
			if err := scanning.apply(&config); err != nil {
				return err
			}
			if config.Scans == 0 {
				return command.Usagef("--scans must be 1 or more for a worker")
			}
			var err error
			if config.Log, err = logging.logger(c.ErrOrStderr()); err != nil {
				return err
			}
			return server.Work(c.Context(), config)
		},
	}
	db.Declare(c.Flags())
	scanning.declare(c.Flags())
	logging.declare(c.Flags())
	return c
}

// scanFlags are the settings of servers and workers that concern scans.
type scanFlags struct {
	gitHub, gitLab, tokenTeams, networks, confinement, scans, rules, advisories, quotas, cache string
	model                                                                                      modelFlags
}

func (f *scanFlags) declare(flags *pflag.FlagSet) {
	command.Setting(flags, &f.gitHub, "github-url", "VIGIL_GITHUB_URL", "https://github.com", "base URL to clone GitHub repositories from")
	command.Setting(flags, &f.gitLab, "gitlab-url", "VIGIL_GITLAB_URL", "https://gitlab.com", "base URL to clone GitLab repositories from")
	command.Setting(flags, &f.tokenTeams, "github-token-teams", "VIGIL_GITHUB_TOKEN_TEAMS", "", "teams that can use VIGIL_GITHUB_TOKEN and file:// mirrors, such as default,acme (default: the first team)")
	command.Setting(flags, &f.networks, "allow-networks", "VIGIL_ALLOW_NETWORKS", "", "non-public networks to allow, such as 10.20.0.0/16")
	command.Setting(flags, &f.confinement, "sandbox", "VIGIL_SANDBOX", "strict", "strict: refuse to scan if the kernel cannot confine scans; best-effort: scan anyway")
	command.Setting(flags, &f.scans, "scans", "VIGIL_SCANS", "2", "concurrent scans; 0 to leave all scans to workers")
	command.Setting(flags, &f.cache, "scan-cache", "VIGIL_SCAN_CACHE", "2GiB", "maximum disk space for results that make later scans faster, such as 2GiB or 512MiB, or off")
	command.Setting(flags, &f.rules, "rules-dir", "VIGIL_RULES_DIR", "", "folder with additional rules in the Semgrep rule language; read at startup")
	command.Setting(flags, &f.quotas, "quotas", "VIGIL_QUOTAS", "", "per-team quotas that differ from the defaults, such as webhooks=20,queued_scans=off")
	inputs.DeclareAdvisories(flags, &f.advisories)
	f.model.declare(flags)
}

func (f *scanFlags) apply(c *server.Config) (err error) {
	for flag, u := range map[string]string{"github-url": f.gitHub, "gitlab-url": f.gitLab} {
		switch parsed, err := url.Parse(u); {
		case err != nil || parsed.Scheme != "https" && parsed.Scheme != "http" && parsed.Scheme != "file":
			return command.Usagef("--%s must be a URL that begins with https://, http://, or file://", flag)
		case parsed.User != nil: // it would be shown with every repository
			return command.Usagef("--%s must not contain a user or password: set tokens in VIGIL_GITHUB_TOKEN", flag)
		}
	}
	if err := f.model.apply(&c.Model); err != nil {
		return err
	}
	c.Advisories = f.advisories
	c.GitHubURL, c.GitLabURL = trimURL(f.gitHub), trimURL(f.gitLab)
	c.GitHubToken = os.Getenv("VIGIL_GITHUB_TOKEN") // not a flag: other users can see arguments
	if c.Quotas, err = vigil.ParseQuotas(f.quotas); err != nil {
		return command.Usagef("--quotas: %v", err)
	}
	for name := range strings.SplitSeq(f.tokenTeams, ",") {
		if name = strings.TrimSpace(name); name != "" {
			c.TokenTeams = append(c.TokenTeams, name)
		}
	}
	if c.Networks, err = netguard.ParseNetworks(f.networks); err != nil {
		return command.Usagef("--allow-networks: %v", err)
	}
	if c.BestEffort = f.confinement == "best-effort"; !c.BestEffort && f.confinement != "strict" {
		return command.Usagef("--sandbox must be strict or best-effort, not %q", f.confinement)
	}
	if f.rules != "" {
		if c.Rules, err = inputs.ReadRules(f.rules); err != nil {
			return err
		}
	}
	if f.cache != "off" {
		if c.ScanCache, err = parseSize(f.cache); err != nil {
			return command.Usagef("--scan-cache: %w", err)
		}
	}
	if c.Scans, err = strconv.Atoi(f.scans); err != nil || c.Scans < 0 || c.Scans > 64 {
		return command.Usagef("--scans must be a number from 0 to 64, not %q", f.scans)
	}
	return nil
}

func isPort(s string) bool {
	n, err := strconv.ParseUint(s, 10, 16)
	return err == nil && n < 1<<16
}

func trimURL(u string) string { return strings.TrimRight(u, "/") }

// logFlags set the level and format of the log.
type logFlags struct{ level, format string }

func (f *logFlags) declare(flags *pflag.FlagSet) {
	command.Setting(flags, &f.level, "log-level", "VIGIL_LOG_LEVEL", "info", "debug, info, warn, or error")
	command.Setting(flags, &f.format, "log-format", "VIGIL_LOG_FORMAT", "text", "text or json")
}

func (f *logFlags) logger(w io.Writer) (*slog.Logger, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(f.level)); err != nil {
		return nil, command.Usagef("--log-level must be debug, info, warn, or error, not %q", f.level)
	}
	options := &slog.HandlerOptions{Level: l}
	switch f.format {
	case "text":
		return slog.New(slog.NewTextHandler(w, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(w, options)), nil
	}
	return nil, command.Usagef("--log-format must be text or json, not %q", f.format)
}
