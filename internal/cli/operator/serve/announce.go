package serve

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"vigil"
	"vigil/internal/server"
)

// announcer tells the operator where the server listens and what to try. The log gets one line;
// a terminal, and the demo, get commands that can be copied.
type announcer struct {
	out    io.Writer
	config server.Config
}

// listening announces the address, the database, and the key.
func (a *announcer) listening(s *server.Server) {
	keyFile := filepath.Join(a.config.DataDir, server.AdminKeyFile)
	a.config.Log.Info("listening", "url", "http://"+s.Addr())
	if s.FirstKey != "" {
		a.config.Log.Info("first start: created team default and an API key with all permissions", "key_file", keyFile)
	}
	f, _ := a.out.(*os.File)
	interactive := f != nil && term.IsTerminal(int(f.Fd()))
	if !interactive && !a.config.Demo || !a.config.Demo && s.FirstKey == "" {
		return
	}
	database := "SQLite in " + server.DatabaseFile(a.config.DataDir)
	if a.config.DatabaseURL != "" {
		database = "PostgreSQL"
	}
	url := "http://" + reachable(s.Addr())
	fmt.Fprintf(a.out, "\nVigil listens on %s\n\n  database  %s\n", url, database)
	switch _, err := os.Stat(keyFile); {
	case s.FirstKey != "" && interactive: // anything but a terminal may be a log that others read
		fmt.Fprintf(a.out, "  key       %s, shown only once, saved in %s\n", string(s.FirstKey), keyFile)
	case err == nil:
		fmt.Fprintf(a.out, "  key       in %s\n", keyFile)
	default:
		fmt.Fprintf(a.out, "  key       on the server that started first; create another with \"vigil key create\"\n")
	}
	switch {
	case s.ScansDemo():
		fmt.Fprintf(a.out, "  demo      scanning a deliberately vulnerable sample; this takes a few seconds\n")
	case a.config.Demo:
		fmt.Fprintf(a.out, "  demo      the sample was scanned on an earlier start\n")
	}
	fmt.Fprintf(a.out, `
Try:

  dashboard and API reference:
    %[1]s/
    %[1]s/docs

  list critical findings:
    curl -H "X-API-Key: $(cat %[2]s)" "%[1]s/api/v1/vulnerabilities?severity=critical&limit=3"

  follow events:
    vigil listen --url %[1]s --data %[3]s

`, url, quoted(keyFile), quoted(a.config.DataDir))
}

// demo announces the result of the demo scan.
func (a *announcer) demo(d server.DemoScan) {
	a.config.Log.Info("demo scanned", "repository", d.Repository, "status", d.Status, "findings", d.Found.Total())
	if d.Status != vigil.ScanCompleted {
		fmt.Fprintf(a.out, "The demo scan %s. See the log, or run \"vigil doctor\".\n", d.Status)
		return
	}
	fmt.Fprintf(a.out, "Demo scan of %s completed: %d findings, %d critical.\n", d.Repository, d.Found.Total(), d.Found.Of(vigil.Critical))
}

// reachable returns an address to connect to from this machine, also for a server that listens
// on all interfaces.
func reachable(addr string) string {
	at, err := netip.ParseAddrPort(addr)
	if err != nil || !at.Addr().IsUnspecified() {
		return addr
	}
	return net.JoinHostPort("127.0.0.1", fmt.Sprint(at.Port()))
}

// quoted quotes a path for a shell.
func quoted(path string) string {
	if !strings.ContainsFunc(path, func(r rune) bool {
		return !strings.ContainsRune("-_./abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", r)
	}) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
