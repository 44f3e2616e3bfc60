package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"vigil"
	"vigil/internal/advisory"
	"vigil/internal/codehost"
	"vigil/internal/demo"
	"vigil/internal/engine"
	"vigil/internal/examine"
	"vigil/internal/keyring"
	"vigil/internal/netguard"
	"vigil/internal/review"
	"vigil/internal/rulebundle"
	"vigil/internal/sandbox"
	"vigil/internal/scan"
	"vigil/internal/secretbox"
	"vigil/internal/service"
	"vigil/internal/source"
	"vigil/internal/store"
	"vigil/internal/witness/proof"
)

// Work runs scans alone until ctx ends, for the servers on the same database.
func Work(ctx context.Context, c Config) error {
	if err := needGit(ctx, c); err != nil {
		return err
	}
	limitMemory(c.Log)
	db, err := OpenStore(ctx, c)
	if err != nil {
		return err
	}
	defer db.Close()
	s := &Server{log: c.Log, store: db, scans: c.Scans}
	verbs := &service.Service{}
	if verbs.Ring, err = keyring.OpenIfThere(ctx, Keys(c), db); err != nil {
		return err
	}
	if s.runner, err = newRunner(ctx, c, db, verbs, prometheus.NewRegistry()); err != nil {
		return err
	}
	s.log.Info("waiting for scans", "at once", c.Scans)
	var background sync.WaitGroup
	background.Go(func() { s.takeUpLost(ctx) })
	s.runScans(ctx)
	background.Wait()
	return nil
}

// needGit reports that scans cannot be run for want of git, before they all fail.
func needGit(ctx context.Context, c Config) error {
	if c.Scans == 0 {
		return nil
	}
	version, err := source.CheckGit(ctx)
	if err != nil && version != "" { // it works, less safely
		c.Log.Warn("git", "err", err)
		return nil
	}
	return err
}

// UploadsFolder is the name of the folder in the data folder that holds the archives of
// repositories.
const UploadsFolder = "uploads"

func uploads(c Config) *source.Uploads {
	return &source.Uploads{Dir: filepath.Join(c.DataDir, UploadsFolder)}
}

// removeFiles returns what removes the files of a deleted repository. Scan caches on other machines
// are swept when the space is needed, as is one that a scan in progress leaves.
func removeFiles(c Config) func(vigil.ID) error {
	return func(repository vigil.ID) error {
		teams, err := os.ReadDir(ScanCacheFolder(c.DataDir))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		for _, team := range teams {
			if gone := os.Remove(filepath.Join(ScanCacheFolder(c.DataDir), team.Name(), string(repository))); team.IsDir() && !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, gone)
			}
		}
		return errors.Join(err, uploads(c).Remove(repository))
	}
}

// newRunner puts together what carries out scans.
func newRunner(ctx context.Context, c Config, db *store.Store, verbs *service.Service, registry *prometheus.Registry) (*scan.Runner, error) {
	confined(c)
	key, err := secretsKey(ctx, db)
	if err != nil {
		return nil, err
	}
	fetcher := &scan.Fetcher{
		Source: source.Fetcher{
			Policy:    netguard.Policy{AllowNetworks: c.Networks},
			AllowFile: strings.HasPrefix(c.GitHubURL, "file://") || strings.HasPrefix(c.GitLabURL, "file://"),
			CAFile:    os.Getenv("SSL_CERT_FILE"), BestEffort: c.BestEffort,
		},
		Uploads:   uploads(c),
		GitHubURL: c.GitHubURL, GitLabURL: c.GitLabURL, GitHubToken: c.GitHubToken,
		Operated: operated(db, c.TokenTeams),
		GitLab: func(ctx context.Context, team vigil.TeamID) (string, vigil.AccessToken, error) {
			instance, token, err := verbs.GitLabAccess(ctx, db, team)
			if errors.Is(err, secretbox.ErrKey) { // to wait would not help
				err = &vigil.Error{Code: "scan_failed", Err: err,
					Message: "The team's GitLab token cannot be opened here: the machine that runs scans lacks the key " + keyring.File + " of the servers."}
			}
			return instance, token, err
		},
		Bundled: func(name string, w *engine.SnapshotWriter) (bool, error) {
			if name != demo.Name {
				return false, nil
			}
			return true, demo.WriteSnapshot(w)
		},
	}
	cache, err := grammarCache(c)
	if err != nil {
		return nil, err
	}
	results := ""
	if c.ScanCache > 0 {
		if results, err = filepath.Abs(ScanCacheFolder(c.DataDir)); err != nil {
			return nil, fmt.Errorf("find data folder: %w", err)
		}
	}
	advisories, err := filepath.Abs(AdvisoriesFile(c)) // a child works elsewhere
	if err != nil {
		return nil, fmt.Errorf("find advisories: %w", err)
	}
	examiner := &examine.Examiner{
		Sandbox: sandbox.New(sandbox.Config{BestEffort: c.BestEffort}), SecretsKey: key,
		Rules: rulebundle.Set{BuiltIn: true, Operator: c.Rules}, GrammarCache: cache, CacheDir: results, CacheLimit: c.ScanCache,
		Advisories: advisories, SampleRecords: demo.Advisories(),
	}
	prover := &proof.Prover{Examiner: examiner}
	return &scan.Runner{
		Store: db, Log: c.Log, AtOncePerTeam: c.Quotas.Limit(vigil.QuotaRunningScans), Fetch: fetcher.Fetch, Examine: examiner.Examine, Import: examiner.Import,
		Reviewer: review.New(c.Model, db, review.NewMetrics(registry), c.Log), Excerpts: examiner.Excerpts, Tasks: examiner.Tasks,
		OpenGround:  func(ctx context.Context, t examine.Tree) (scan.Ground, error) { return prover.Open(ctx, t) },
		OpenRequest: requestOpener(&codehost.Client{HTTP: netguard.Policy{AllowNetworks: c.Networks}.Client(gitLabTime)}, fetcher),
	}, nil
}

// requestOpener returns what opens pull requests with the credential that a repository is cloned with.
func requestOpener(host *codehost.Client, fetcher *scan.Fetcher) func(context.Context, store.ScanInProgress, vigil.Fix, vigil.ProvenChange) (vigil.PullRequest, error) {
	return func(ctx context.Context, s store.ScanInProgress, f vigil.Fix, c vigil.ProvenChange) (vigil.PullRequest, error) {
		base, token, err := fetcher.Access(ctx, s)
		if err != nil {
			return vigil.PullRequest{}, err
		}
		title := strings.Join(strings.Fields(strings.ReplaceAll(c.Title, "@", "")), " ") // nobody is to be notified
		body := fmt.Sprintf("Fixes vigil#%s\n\nA language model (%s) proposed this change. The engine has proven it on commit %s: the finding is gone, nothing new is found, and no function, type, route, or guard is gone. Nothing is proven about what else the code does: review it.\n",
			f.VulnerabilityID, f.Model, f.Proof.Commit)
		return host.Open(ctx, codehost.Repository{Provider: s.Repository.Provider, URL: base, FullName: s.Repository.FullName, Token: token}, codehost.Change{
			Branch: vigil.FixBranch(f.VulnerabilityID), Onto: f.Branch, Commit: f.Proof.Commit, Title: "Fix: " + title, Body: body, Files: c.Files,
		})
	}
}

// secretsKey returns the key under which secrets that scans find are recognised
// again. It is the same for all servers of a database, and not sealed: a worker
// needs nothing but the database.
func secretsKey(ctx context.Context, db *store.Store) (key []byte, err error) {
	err = db.Write(ctx, func(tx *store.Tx) (err error) {
		fresh := make([]byte, 32)
		_, _ = rand.Read(fresh) // never fails
		key, err = tx.GetOrInsertSetting(ctx, "secrets_key", fresh)
		return err
	})
	return key, err
}

// operated tells which teams may use what is the operator's own. Teams can be made at any time,
// so it asks each time.
func operated(db *store.Store, names []string) func(context.Context, vigil.TeamID) (bool, error) {
	return func(ctx context.Context, id vigil.TeamID) (bool, error) {
		if len(names) == 0 {
			first, err := db.GetFirstTeam(ctx)
			return first.ID == id, err
		}
		for _, name := range names {
			team, err := db.GetTeam(ctx, name)
			if err != nil && vigil.KindOf(err) != vigil.NotFound {
				return false, err
			}
			if err == nil && team.ID == id {
				return true, nil
			}
		}
		return false, nil
	}
}

// confined logs, once, that scans run with more rights than they need, if they do.
func confined(c Config) {
	git := sandbox.Missing(sandbox.Rights{Port: 1}.Supported())
	engine := sandbox.Missing(sandbox.Supported())
	switch {
	case c.Scans == 0, engine != "" && !c.BestEffort: // each scan fails and says why
	case engine != "":
		c.Log.Warn("scans are not confined: a repository that is made for it could take over this server", "why", examine.Unconfined(git, engine))
	case git != "":
		c.Log.Warn("git is confined to its files, but could connect to any address", "why", git)
	}
}

// AdvisoriesFile returns the path of the file with what is known of packages.
func AdvisoriesFile(c Config) string {
	return cmp.Or(c.Advisories, filepath.Join(c.DataDir, advisory.FileName))
}

// GrammarFolder returns the folder of compiled grammars in a data folder.
func GrammarFolder(dataDir string) string { return filepath.Join(dataDir, "grammars") }

// ScanCacheFolder returns the folder in a data folder with results of scans that later ones use.
func ScanCacheFolder(dataDir string) string { return filepath.Join(dataDir, "scans") }

// grammarCache makes the folder of compiled grammars.
func grammarCache(c Config) (string, error) {
	cache, err := filepath.Abs(GrammarFolder(c.DataDir)) // a child works elsewhere
	if err != nil {
		return "", fmt.Errorf("find data folder: %w", err)
	}
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", fmt.Errorf("make folder for grammars: %w", err)
	}
	return cache, nil
}

// takeUpLost finds scans that nobody would carry out, because a server was killed at
// whichever step, and removes the folders that such servers left, until ctx ends.
func (s *Server) takeUpLost(ctx context.Context) {
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for {
		scan.SweepWorkFolders()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			n, err := s.store.EnqueueMissing(ctx, vigil.Now(), s.runner.AtOncePerTeam)
			if err != nil && ctx.Err() == nil {
				s.log.WarnContext(ctx, "lost scans not taken up, will try again", "err", err)
			}
			if n > 0 {
				s.log.InfoContext(ctx, "took up scans whose worker or job was lost", "scans", n)
			}
		}
	}
}

// runScans works on queued scans until ctx ends. When the database is away it
// tries again.
func (s *Server) runScans(ctx context.Context) {
	for {
		err := s.store.RunJobs(ctx, s.scans, s.log, s.runner.RunNext)
		if ctx.Err() != nil {
			if err != nil {
				s.log.Warn("scans were cut off", "err", err)
			}
			return
		}
		s.log.Error("scans stopped, and begin again in a moment", "err", err)
		select {
		case <-ctx.Done():
		case <-time.After(5 * time.Second):
		}
	}
}
