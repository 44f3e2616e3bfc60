package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"vigil/internal/cli/command"
	"vigil/internal/cli/inputs"
	"vigil/internal/cli/operator/database"
	"vigil/internal/examine"
	"vigil/internal/netguard"
	"vigil/internal/sandbox"
	"vigil/internal/server"
	"vigil/internal/source"
)

// patient is the environment under examination.
type patient struct {
	db                           database.Flags
	networks, confinement, rules string
	advisoriesFile               string

	databaseNow time.Time // the clock of the database, once it was checked
	current     bool      // whether the schema of the database is current
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

// sandbox runs a trial scan in a confined child process.
func (p *patient) sandbox(ctx context.Context) diagnosis {
	unsupported := sandbox.Supported()
	if unsupported != nil && p.confinement == "strict" {
		return problem("use a kernel that supports it, or accept unconfined scans with --sandbox best-effort", "scans are refused here: %v", unsupported)
	}
	clones := sandbox.Rights{Port: 1}.Supported() // whichever port
	examiner := &examine.Examiner{
		Sandbox:      sandbox.New(sandbox.Config{BestEffort: p.confinement == "best-effort", Wall: time.Minute}),
		GrammarCache: p.cache(),
	}
	n, err := examiner.Trial(ctx)
	switch {
	case err != nil:
		return problem("see docs/howto/scans.md for the requirements of a scan", "a trial scan in a child process failed: %v", err)
	case n == 0:
		return problem("rebuild the binary", "a trial scan in a child process missed the planted finding")
	case unsupported != nil:
		return warning("use a kernel that supports it before you scan untrusted code", "scans are not confined: %v", unsupported)
	case clones != nil:
		return warning("use a kernel that supports it", "git can connect to any address: %v", clones)
	}
	return fine("Landlock and seccomp work; a trial scan in a child process succeeded")
}

func (p *patient) dataFolder(context.Context) diagnosis {
	info, err := os.Stat(p.db.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fine("%s does not exist yet; the first start creates it", p.db.Data)
	case err != nil:
		return problem("choose another with --data", "%v", err)
	case !info.IsDir():
		return problem("choose another with --data", "%s is not a folder", p.db.Data)
	case info.Mode().Perm()&0o077 != 0:
		return warning("chmod 700 "+p.db.Data, "%s is readable by other users", p.db.Data)
	}
	return folder(p.db.Data, "choose another with --data, or change its owner to the user that runs vigil")
}

func (p *patient) tempFolder(context.Context) diagnosis {
	return folder(os.TempDir(), "set TMPDIR to another folder")
}

const (
	littleSpace = 100 << 20
	someSpace   = 2 << 30 // a clone of a large repository, and its snapshot
)

// folder checks that a folder is writable and has free space.
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
		return problem(otherwise, "check %s: %v", dir, err)
	}
	return space(dir, s.Bavail*uint64(s.Bsize), otherwise)
}

// space judges the free space of a folder.
func space(dir string, free uint64, otherwise string) diagnosis {
	switch {
	case free < littleSpace:
		return problem("free some space, or "+otherwise, "%s has only %s left", dir, command.Size(free))
	case free < someSpace:
		return warning("free some space", "%s has only %s left; clones of large repositories need more", dir, command.Size(free))
	}
	return fine("%s is writable, %s free", dir, command.Size(free))
}

func (p *patient) database(ctx context.Context) diagnosis {
	kind, where := "SQLite", server.DatabaseFile(p.db.Data)
	otherwise := "check that the user that runs vigil owns it, or restore a backup with \"vigil restore\""
	if p.db.URL != "" {
		kind, where = "PostgreSQL", "at --database-url"
		otherwise = "check that the server is running, that user, password, and database name in the URL are correct, and that the user can create tables"
	} else if _, err := os.Stat(where); errors.Is(err, fs.ErrNotExist) {
		return fine("%s does not exist yet; the first start creates it", where)
	}
	h, err := p.db.Inspect(ctx)
	if err != nil {
		return problem(otherwise, "%s %s: %v", kind, where, err)
	}
	p.databaseNow = h.Now
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

func (p *patient) secretKey(ctx context.Context) diagnosis {
	if !p.current {
		return fine("not checked: the database is not in use yet")
	}
	from, opened, err := p.db.CheckKey(ctx)
	switch {
	case !opened:
		return problem("fix the database first", "%v", err)
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
	if p.databaseNow.IsZero() {
		return fine("%s", now.UTC().Format(time.RFC3339))
	}
	off := now.Sub(p.databaseNow).Abs().Round(time.Millisecond)
	switch {
	case off > 30*time.Second:
		return problem("enable time synchronization (NTP) on both", "the clocks of this machine and of the database differ by %s: running scans would be considered lost", off)
	case off > 2*time.Second:
		return warning("enable time synchronization (NTP) on both", "the clocks of this machine and of the database differ by %s", off)
	}
	return fine("%s, in sync with the database", now.UTC().Format(time.RFC3339))
}

// cache returns the folder of compiled grammars, or "" if there is none yet.
func (p *patient) cache() string {
	dir, err := filepath.Abs(server.GrammarFolder(p.db.Data))
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
	if _, err := inputs.ReadRules(p.rules); err != nil {
		return problem("see \"vigil rules validate "+p.rules+"\"", "%v", err)
	}
	return fine("built-in rules and those in %s", p.rules)
}

// oldAdvisories is the age from which advisories are outdated: new ones appear every day.
const oldAdvisories = 7 * 24 * time.Hour

func (p *patient) advisories(context.Context) diagnosis {
	config := p.db.Config()
	config.Advisories = p.advisoriesFile
	path := server.AdvisoriesFile(config)
	anew := "\"vigil advisories update\", or \"vigil advisories import\" without network access, with the same --data or --advisories"
	s, err := inputs.CheckAdvisories(path)
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
	if p.db.URL != "" {
		return fine("any number of servers can share PostgreSQL")
	}
	running, err := server.Running(p.db.Data)
	switch {
	case err != nil:
		return warning("check that the user that runs vigil owns it", "%v", err)
	case running:
		return fine("one is running on %s", p.db.Data)
	}
	return fine("none is running on %s", p.db.Data)
}
