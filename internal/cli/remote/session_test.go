package remote

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"vigil/internal/cli/command"
	"vigil/internal/server"
)

// Clean isolates a test from the settings of the user who runs it.
func Clean(t *testing.T) (home string) {
	home = t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	for _, name := range []string{"VIGIL_URL", "VIGIL_API_KEY", "VIGIL_DATA"} {
		t.Setenv(name, "")
	}
	t.Chdir(t.TempDir())
	return home
}

// TestAdminKeyFile: the package must not import the server, so it repeats the name.
func TestAdminKeyFile(t *testing.T) {
	if adminKeyFile != server.AdminKeyFile {
		t.Errorf("%s, not %s", adminKeyFile, server.AdminKeyFile)
	}
}

// TestKeyIsForItsServer checks that a key is sent only to the server it was given for.
func TestKeyIsForItsServer(t *testing.T) {
	const saved, local, given, elsewhere = "saved", "local", "given", "https://elsewhere.example.com"
	for name, c := range map[string]struct {
		url, data, env string
		loggedInTo     string
		address, key   string // key empty: refused
	}{
		"nothing given":                            {address: defaultURL, key: local},
		"logged in":                                {loggedInTo: elsewhere, address: elsewhere, key: saved},
		"another spelling":                         {loggedInTo: elsewhere, url: "https://Elsewhere.example.com/api/v1/", address: elsewhere, key: saved},
		"another server":                           {loggedInTo: elsewhere, url: "https://third.example.com"},
		"another port":                             {loggedInTo: elsewhere, url: elsewhere + ":8443"},
		"not encrypted":                            {loggedInTo: elsewhere, url: "http://elsewhere.example.com"},
		"this machine":                             {loggedInTo: elsewhere, url: "http://localhost:8080", address: "http://localhost:8080", key: local},
		"the folder was named":                     {loggedInTo: elsewhere, data: command.DefaultData, address: defaultURL, key: local},
		"the folder and the server were named":     {loggedInTo: elsewhere, url: elsewhere, data: command.DefaultData, address: elsewhere, key: local},
		"the folder was named, and has none":       {loggedInTo: elsewhere, data: "/nowhere"},
		"the key is in the environment":            {loggedInTo: elsewhere, env: given, address: elsewhere, key: given},
		"the key is in the environment, elsewhere": {url: "https://third.example.com", env: given, address: "https://third.example.com", key: given},
	} {
		t.Run(name, func(t *testing.T) {
			Clean(t)
			if err := os.MkdirAll(command.DefaultData, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(command.DefaultData, adminKeyFile), []byte(local+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			t.Setenv("VIGIL_API_KEY", c.env)
			if c.loggedInTo != "" {
				if err := (login{c.loggedInTo, saved}).write(); err != nil {
					t.Fatal(err)
				}
			}
			address, key, err := (&clientFlags{url: c.url, data: c.data}).target()
			if address != c.address || key != c.key || (err == nil) != (c.key != "") {
				t.Errorf("%q %q %v", address, key, err)
			}
		})
	}
}

// TestInterruptEndsReading cancels a command while it waits for input.
func TestInterruptEndsReading(t *testing.T) {
	from, to := io.Pipe()
	defer to.Close()
	ctx, cancel := context.WithCancel(context.Background())
	c := new(cobra.Command)
	c.SetContext(ctx)
	c.SetIn(from)
	go func() { _, _ = io.WriteString(to, "one") }()
	text := make([]byte, 10)
	if n, err := (stdin{c}).Read(text); err != nil || string(text[:n]) != "one" {
		t.Errorf("%q %v", text[:n], err)
	}
	cancel()
	if _, err := (stdin{c}).Read(text); explain("", err).Error() != "interrupted" {
		t.Error(err)
	}
}
