package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"vigil"
	"vigil/internal/engine"
	"vigil/internal/engine/rules"
	"vigil/internal/examine"
	"vigil/internal/keyring"
	"vigil/internal/netguard"
	"vigil/internal/sandbox"
	"vigil/internal/server"
	"vigil/internal/source"
	"vigil/internal/store"
)

// patient is what the doctor examines.
type patient struct {
	db                           databaseFlags
	networks, confinement, rules string
	advisoriesFile               string

	health  store.Health // of the database, once it was looked at
	current bool         // whether the database can be used as it is
}

func (p *patient) git(ctx context.Context) diagnosis {
	version, err := source.CheckGit(ctx)
	switch {
	case err != nil && version != "":
		return warning("until then, whoever controls the DNS of a host can redirect git to another address than the one checked (DNS rebinding)", "%v", err)
	case err != nil:
		return problem("on Debian: apt-get install git", "%v", err)
	}
	return fine("%s", version)
}

// sandbox runs a scan of one line in a confined child.
func (p *patient) sandbox(ctx context.Context) diagnosis {
	unsupported := sandbox.Supported()
	if unsupported != nil && p.confinement == "strict" {
		return problem("use a kernel that supports it, or accept unconfined scans with --sandbox best-effort", "scans are refused here: %v", unsupported)
	}
	clones := sandbox.Rights{Port: 1}.Supported() // any port
	n, err := p.trialScan(ctx)
	switch {
	case err != nil:
		return problem("see docs/howto/scans.md for the requirements of a scan", "a trial scan in a child process failed: %v", err)
	case n == 0:
		return problem("rebuild the binary", "a trial scan in a child process missed the finding that was planted")
	case unsupported != nil:
		return warning("use a kernel that supports it before you scan untrusted code", "scans are not confined: %v", unsupported)
	case clones != nil:
		return warning("use a kernel that supports it", "git can connect to any address: %v", clones)
	}
	return fine("Landlock and seccomp work; a trial scan in a child process succeeded")
}

// trialRule is of its own, so that what it finds does not hang on the rules that come
// with the program.
const trialRule = `rules:
  - id: trial
    languages: [python]
    severity: ERROR
    message: trial
    pattern: eval(...)
`

func (p *patient) trialScan(ctx context.Context) (found int, err error) {
	snapshot, err := os.CreateTemp("", "vigil-doctor-")
	if err != nil {
		return 0, err
	}
	defer snapshot.Close()
	if err := os.Remove(snapshot.Name()); err != nil {
		return 0, err
	}
	const sample = "eval(input())\n"
	w := engine.NewSnapshotWriter(snapshot)
	if err := errors.Join(w.Add("sample.py", int64(len(sample)), strings.NewReader(sample)), w.Close()); err != nil {
		return 0, err
	}
	examiner := &examine.Examiner{
		Sandbox:    sandbox.New(sandbox.Config{BestEffort: p.confinement == "best-effort", Wall: time.Minute}),
		SecretsKey: make([]byte, 32), Only: []string{"code"}, GrammarCache: p.cache(),
		Rules: rules.Bundle{{Path: "doctor.yaml", Text: []byte(trialRule)}},
	}
	ex, err := examiner.Examine(ctx, examine.Tree{Snapshot: snapshot})
	if err != nil {
		return 0, err
	}
	defer func() { _ = ex.Findings.Close() }()
	for _, err := range ex.Findings.All() {
		if err != nil {
			return 0, err
		}
		found++
	}
	return found, nil
}

func (p *patient) dataFolder(context.Context) diagnosis {
	info, err := os.Stat(p.db.data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fine("%s does not exist yet; the first start creates it", p.db.data)
	case err != nil:
		return problem("choose another with --data", "%v", err)
	case !info.IsDir():
		return problem("choose another with --data", "%s is not a folder", p.db.data)
	case info.Mode().Perm()&0o077 != 0:
		return warning("chmod 700 "+p.db.data, "%s is readable by other users", p.db.data)
	}
	return folder(p.db.data, "choose another with --data, or change its owner to the user that runs vigil")
}

func (p *patient) tempFolder(context.Context) diagnosis {
	return folder(os.TempDir(), "set TMPDIR to another folder")
}

const (
	littleSpace = 100 << 20
	someSpace   = 2 << 30 // a clone of a large repository, and its snapshot
)

// folder checks that files can be made in a folder, and that there is space.
func folder(dir, otherwise string) diagnosis {
	f, err := os.CreateTemp(dir, ".vigil-doctor-")
	if err != nil {
		return problem(otherwise, "not writable: %v", err)
	}
	_, err = f.WriteString("try")
	if err := errors.Join(err, f.Close(), os.Remove(f.Name())); err != nil {
		return problem("free some space, or "+otherwise, "not writable: %v", err)
	}
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return problem(otherwise, "look at %s: %v", dir, err)
	}
	return space(dir, s.Bavail*uint64(s.Bsize), otherwise)
}

// space judges the free bytes of a folder.
func space(dir string, free uint64, otherwise string) diagnosis {
	switch {
	case free < littleSpace:
		return problem("free some space, or "+otherwise, "%s has only %s left", dir, bytesText(free))
	case free < someSpace:
		return warning("free some space", "%s has only %s left; clones of large repositories need more", dir, bytesText(free))
	}
	return fine("%s is writable, %s free", dir, bytesText(free))
}

func bytesText(n uint64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

func (p *patient) database(ctx context.Context) diagnosis {
	kind, where := "SQLite", server.DatabaseFile(p.db.data)
	otherwise := "check that the user that runs vigil owns it, or restore a backup with \"vigil restore\""
	if p.db.databaseURL != "" {
		kind, where = "PostgreSQL", "at --database-url"
		otherwise = "check that the server is running, that user, password, and database name in the URL are correct, and that the user can create tables"
	} else if _, err := os.Stat(where); errors.Is(err, fs.ErrNotExist) {
		return fine("%s does not exist yet; the first start creates it", where)
	}
	h, err := store.Inspect(ctx, server.StoreConfig(p.db.config()))
	if err != nil {
		return problem(otherwise, "%s %s: %v", kind, where, cause(err))
	}
	p.health = h
	switch {
	case h.Have.Schema == 0:
		return fine("%s %s is empty; the first start creates the schema", kind, where)
	case h.Have.Schema > h.Newest:
		return problem("use the newer release of vigil", "%s %s has schema version %d, this binary supports up to %d", kind, where, h.Have.Schema, h.Newest)
	case h.Have.Schema < h.Newest:
		return warning("back up with \"vigil backup\", then start the server", "%s %s has schema version %d; the next start migrates it to %d", kind, where, h.Have.Schema, h.Newest)
	}
	p.current = true
	return fine("%s %s is reachable and writable, schema version %d", kind, where, h.Have.Schema)
}

// cause returns what lies behind a sentence that is meant for callers of the API.
func cause(err error) error {
	if e, ok := errors.AsType[*vigil.Error](err); ok && e.Err != nil {
		return e.Err
	}
	return err
}

func (p *patient) secretKey(ctx context.Context) diagnosis {
	if !p.current {
		return fine("not checked: the database is not in use yet")
	}
	db, err := server.OpenStore(ctx, p.db.config())
	if err != nil {
		return problem("fix the database first", "%v", cause(err))
	}
	defer db.Close()
	from, err := keyring.Check(ctx, server.Keys(p.db.config()), db)
	switch {
	case err != nil:
		return problem("until then, webhooks and GitLab tokens cannot be used", "%v", err)
	case from == "":
		return fine("none yet; the next start creates it")
	}
	return fine("%s decrypts the secrets in the database", from)
}

func (p *patient) clock(context.Context) diagnosis {
	now := time.Now()
	if y := now.Year(); y < 2026 || y > 2100 {
		return problem("set the clock, or enable time synchronization (NTP)", "the clock of this machine is in the year %d", y)
	}
	if p.health.Now.IsZero() {
		return fine("%s", now.UTC().Format(time.RFC3339))
	}
	off := now.Sub(p.health.Now).Abs().Round(time.Millisecond)
	switch {
	case off > 30*time.Second:
		return problem("enable time synchronization (NTP) on both", "the clocks of this machine and of the database differ by %s: running scans would be considered lost", off)
	case off > 2*time.Second:
		return warning("enable time synchronization (NTP) on both", "the clocks of this machine and of the database differ by %s", off)
	}
	return fine("%s, in sync with the database", now.UTC().Format(time.RFC3339))
}

// cache is the folder of compiled grammars, "" if there is none yet.
func (p *patient) cache() string {
	dir, err := filepath.Abs(server.GrammarFolder(p.db.data))
	if err != nil {
		return ""
	}
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	return dir
}

func (p *patient) grammars(context.Context) diagnosis {
	dir := p.cache()
	if dir == "" {
		return fine("none compiled yet; the first scan compiles those it needs, which takes seconds")
	}
	info, err := os.Stat(dir)
	if err == nil && info.Mode().Perm()&0o022 != 0 {
		return problem("chmod 700 "+dir, "%s is writable by other users, and its contents are executed", dir)
	}
	return folder(dir, "change its owner to the user that runs vigil")
}

func (p *patient) ruleFolder(context.Context) diagnosis {
	if p.rules == "" {
		return fine("built-in rules")
	}
	if _, err := readBundle(p.rules); err != nil {
		return problem("see \"vigil rules validate "+p.rules+"\"", "%v", err)
	}
	return fine("built-in rules and those in %s", p.rules)
}

// oldAdvisories is from when on advisories are old: every day has new ones.
const oldAdvisories = 7 * 24 * time.Hour

func (p *patient) advisories(context.Context) diagnosis {
	config := p.db.config()
	config.Advisories = p.advisoriesFile
	path := server.AdvisoriesFile(config)
	anew := "\"vigil advisories update\", or \"vigil advisories import\" where there is no network, with the same --data or --advisories"
	s, err := checkAdvisories(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return warning(anew, "%s does not exist: dependencies are not checked", path)
	case err != nil:
		return problem(anew, "%v", err)
	case time.Since(s.Newest) > oldAdvisories:
		return warning(anew, "the newest of the %d advisories in %s is from %s", s.Advisories, path, s.Newest.Format(time.DateOnly))
	}
	return fine("%d advisories in %s, newest %s", s.Advisories, path, s.Newest.Format(time.DateOnly))
}

func (p *patient) networkRules(context.Context) diagnosis {
	networks, err := netguard.ParseNetworks(p.networks)
	switch {
	case err != nil:
		return problem("correct --allow-networks or VIGIL_ALLOW_NETWORKS", "%v", err)
	case len(networks) == 0:
		return fine("only public addresses are allowed")
	}
	for _, n := range networks {
		if n.Bits() == 0 {
			return warning("list only the networks that are needed", "%v lets anyone who can register a webhook reach every address of your network", n)
		}
	}
	return fine("public addresses and %v are allowed", networks)
}

func (p *patient) server(context.Context) diagnosis {
	if p.db.databaseURL != "" {
		return fine("any number of servers can share PostgreSQL")
	}
	running, err := server.Running(p.db.data)
	switch {
	case err != nil:
		return warning("check that the user that runs vigil owns it", "%v", err)
	case running:
		return fine("one is running on %s", p.db.data)
	}
	return fine("none is running on %s", p.db.data)
}
