package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"vigil/internal/cli/command"
)

// TestWrongCommands: the last line on standard error names the problem and the help page.
// Standard output stays empty.
func TestWrongCommands(t *testing.T) {
	for args, want := range map[string]string{
		"scan":                                `error: "vigil scan" takes PATH|URL`,
		"scan a b":                            `error: "vigil scan" takes PATH|URL`,
		"scan nowhere":                        "error: there is no file or folder nowhere",
		"scan . --format xml":                 "error: --format must be one of table",
		"scan . --format":                     "error: flag needs an argument: --format",
		"scan . --jobs x":                     `error: --jobs must be a whole number, not "x"`,
		"scan . --jobs -1":                    "error: --jobs must be a number from 1 to 256",
		"scan . --quiet=maybe":                `error: --quiet must be true or false, not "maybe"`,
		"scan . --fial-on high":               `error: unknown flag: --fial-on; did you mean "--fail-on"?`,
		"scan ssh://git@example.com/x":        "error: URL must begin with https:// or file://, not ssh://",
		"scan https://me:pw@example.com/x":    "error: URL must not contain a user or password",
		"scan . --branch x":                   "error: --branch needs a URL",
		"sacn .":                              `vigil: unknown command "sacn" for "vigil"; did you mean "scan"?`,
		"scans lst":                           `vigil: unknown command "lst" for "vigil scans"; did you mean "list"?`,
		"vulns list --repo a/b":               `vigil: unknown flag: --repo; did you mean "--repository"?`,
		"key create --name x --permission no": "vigil: --permission takes scans.read",
		"serve --quotas webhook=1":            "vigil: --quotas: ",
		"serve --rate-limit 5":                "vigil: --rate-limit: ",
		"serve --spool-limit 5":               "vigil: --spool-limit: ",
		"serve --spool-limit 0MiB":            "vigil: --spool-limit: ",
		"serve --addr nonsense":               "vigil: --addr must be",
		"serve --webhook-backoff 1s":          "vigil: --webhook-backoff must have 5 durations",
		"serve --allow-networks 300.0.0.0/8":  "vigil: --allow-networks: ",
		"serve --database-url mysql://x":      "vigil: --database-url must begin with postgres://",
		"doctor extra":                        `vigil: "vigil doctor" takes no argument`,
	} {
		var out, errs strings.Builder
		code := Main(t.Context(), append(strings.Fields(args), dataFlag(args)...), &out, &errs)
		lines := strings.Split(strings.TrimSuffix(errs.String(), "\n"), "\n")
		last := lines[len(lines)-1]
		if code != command.ExitUsage || !strings.HasPrefix(last, want) || !strings.HasSuffix(last, ` --help")`) || strings.Contains(last, "strconv") || out.String() != "" || strings.Contains(last, "pw") {
			t.Errorf("%s: exit %d: %s%s", args, code, out.String(), errs.String())
		}
	}
}

// dataFlag keeps commands from creating a data folder.
func dataFlag(args string) []string {
	if strings.HasPrefix(args, "serve") || strings.HasPrefix(args, "key") {
		return []string{"--data", "/dev/null/nowhere"}
	}
	return nil
}

// TestEveryCommandIsDescribed: help and manual pages need a short description.
func TestEveryCommandIsDescribed(t *testing.T) {
	var visit func(*cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: the short description is %q", c.CommandPath(), c.Short)
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot())
}
