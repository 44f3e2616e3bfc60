// Package server puts the parts together: it opens the database, makes the
// first team and key, listens, and stops everything in order.
package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"golang.org/x/sys/unix"

	"vigil"
	"vigil/internal/backup"
	"vigil/internal/engine/rules"
	"vigil/internal/gitlab"
	"vigil/internal/hooks/inbox"
	"vigil/internal/httpapi"
	"vigil/internal/integration"
	"vigil/internal/keyring"
	"vigil/internal/lifecycle"
	"vigil/internal/netguard"
	"vigil/internal/review"
	"vigil/internal/scan"
	"vigil/internal/schedule"
	"vigil/internal/secretbox"
	"vigil/internal/service"
	"vigil/internal/spool"
	"vigil/internal/store"
	"vigil/internal/triage"
	"vigil/internal/web"
	"vigil/internal/webhook"
)

// Config is how a server is run. Addr and DataDir must be set.
type Config struct {
	Addr        string // host:port to listen on
	DataDir     string // folder of the database and the first key
	DatabaseURL string // postgres://…; empty: SQLite in DataDir
	FullSync    bool   // SQLite waits for the disk at each commit
	RateLimit   httpapi.RateLimit
	Quotas      vigil.Quotas // of each team; nil: none
	PublicURL   string       // where people reach the server
	GitHubURL   string
	GitLabURL   string
	GitHubToken string         // for private repositories
	TokenTeams  []string       // names of the teams that use GitHubToken and mirrors; none: the first
	SecretKey   string         // seals secrets in the database; empty: the key in DataDir
	Networks    []netip.Prefix // not public, yet reachable for clones and webhooks
	// WebhookPorts are those that webhooks may use. None: any.
	WebhookPorts netguard.Ports
	BestEffort   bool           // scan also where the kernel cannot confine it
	Scans        int            // how many run at once; 0: none
	Rules        rules.Bundle   // what to look for in code besides the built-in rules
	Advisories   string         // file with what is known of packages; empty: the one in DataDir
	ScanCache    int64          // bytes for results of scans that later ones use; 0: none
	Demo         bool           // track and scan the bundled sample
	OnDemo       func(DemoScan) // is told when the sample is scanned
	Backoff      vigil.Backoff  // between attempts of a delivery; zero: the usual
	KeepEvents   time.Duration  // zero: for ever
	Model        review.Config  // how language models are asked; zero: they are not
	SpoolLimit   int64          // bytes of long bodies that are received at once; 0: the usual
	Log          *slog.Logger
}

// Server is a server that holds its database and its port. Close it, or Run it:
// Run closes it too.
type Server struct {
	log      *slog.Logger
	lock     *os.File
	store    *store.Store
	ring     *secretbox.Ring
	spool    *spool.Spool
	api      *httpapi.API
	due      *schedule.Runner
	triage   *triage.Runner
	inbox    *inbox.Runner
	cleanup  *lifecycle.Runner
	tokens   *integration.Checker
	runner   *scan.Runner
	scans    int
	sender   *webhook.Sender // nil: this server sends to no webhooks
	demo     *demoScan       // nil: the sample is not wanted
	onDemo   func(DemoScan)
	listener net.Listener

	// FirstKey is the key that was made because this is the first start. It is
	// empty otherwise.
	FirstKey vigil.Secret
}

// gitLabTime is how long a GitLab instance may take to answer. It leaves time for
// the answer to whoever waits for it.
const gitLabTime = 10 * time.Second

// AdminKeyFile is the name of the file in the data folder that holds the first key.
const AdminKeyFile = "admin.key"

// OpenStore opens the database that data folder and URL name.
func OpenStore(ctx context.Context, c Config) (*store.Store, error) {
	if err := backup.CheckFinished(c.DataDir); err != nil {
		return nil, err
	}
	return store.Open(ctx, StoreConfig(c))
}

// StoreConfig says which database data folder and URL name.
func StoreConfig(c Config) store.Config {
	return store.Config{PostgresURL: c.DatabaseURL, Path: DatabaseFile(c.DataDir), FullSync: c.FullSync, Log: c.Log}
}

// Keys says where the keys are that secrets in the database are sealed with.
func Keys(c Config) keyring.Config {
	return keyring.Config{SecretKey: c.SecretKey, DataDir: c.DataDir, Log: c.Log}
}

// DatabaseFile returns the path of the SQLite database in a data folder.
func DatabaseFile(dataDir string) string { return filepath.Join(dataDir, "vigil.db") }

// Open acquires all that a server needs. After it, requests are accepted, though
// not answered before Run.
func Open(ctx context.Context, c Config) (_ *Server, err error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	limitMemory(c.Log)
	s := &Server{log: c.Log}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if s.listener, err = listen(c.Addr); err != nil { // first: if it cannot be, nothing was made yet
		return nil, err
	}
	if err := needGit(ctx, c); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data folder: %w; choose another with --data", err)
	}
	if c.DatabaseURL == "" {
		if s.lock, err = lockFolder(c.DataDir); err != nil {
			return nil, err
		}
	}
	if s.store, err = OpenStore(ctx, c); err != nil {
		return nil, err
	}
	policy := netguard.Policy{AllowNetworks: c.Networks}
	receivers := netguard.Policy{AllowNetworks: c.Networks, Ports: c.WebhookPorts}
	verbs := &service.Service{GitHubURL: c.GitHubURL, GitLabURL: c.GitLabURL, Policy: policy, WebhookPolicy: receivers, LookUpHosts: true, Quotas: c.Quotas}
	verbs.GitLab = &gitlab.Client{HTTP: policy.Client(gitLabTime)}
	if s.FirstKey, err = firstStart(ctx, s.store, verbs, c.DataDir); err != nil {
		return nil, fmt.Errorf("first start: %w", err)
	}
	if s.ring, err = keyring.OpenIfPossible(ctx, Keys(c), s.store); err != nil {
		return nil, err
	}
	verbs.Ring = s.ring
	registry := prometheus.NewRegistry()
	if s.runner, err = newRunner(ctx, c, s.store, verbs, registry); err != nil {
		return nil, err
	}
	s.scans = c.Scans
	s.due = &schedule.Runner{Store: s.store, Service: verbs, Log: c.Log}
	s.triage = &triage.Runner{Store: s.store, Service: verbs, Log: c.Log}
	s.inbox = &inbox.Runner{Store: s.store, Service: verbs, Log: c.Log}
	s.cleanup = &lifecycle.Runner{Store: s.store, Log: c.Log, RemoveFiles: removeFiles(c)}
	s.tokens = &integration.Checker{Store: s.store, Service: verbs, Log: c.Log}
	if c.Demo {
		if s.demo, err = startDemo(ctx, s.store, verbs); err != nil {
			return nil, err
		}
		s.onDemo = c.OnDemo
	}
	checker, err := newRuleChecker(c)
	if err != nil {
		return nil, err
	}
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	sender := webhook.New(webhook.Config{
		Store: s.store, Ring: s.ring, Client: receivers.Client(0), Backoff: c.Backoff, Keep: c.KeepEvents, Log: c.Log,
		Metrics: webhook.NewMetrics(registry),
	})
	if s.ring.Usable() == nil {
		s.sender = sender
	}
	if s.spool, err = spool.Open(spool.Config{Dir: uploads(c).Dir, Limit: c.SpoolLimit}); err != nil {
		return nil, err
	}
	limiter := httpapi.NewLimiter(c.RateLimit)
	s.api = httpapi.New(httpapi.Config{
		Web:   web.New(web.Config{Store: s.store, Service: verbs, PublicURL: c.PublicURL, Limit: limiter.Take, CheckRules: checker.Check, Log: c.Log}),
		Store: s.store, Service: verbs, Uploads: uploads(c), Spool: s.spool, Log: c.Log, Limiter: limiter, Quotas: c.Quotas, PublicURL: c.PublicURL, Metrics: registry,
		Gauges: s.backlog, CheckRules: checker.Check, ServerRules: serverRules(c), SettleWebhook: sender.Settle,
		Hooks: &inbox.Receiver{Store: s.store, Ring: s.ring, Log: c.Log},
	})
	return s, nil
}

func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("another program listens on %s already: stop it, or choose another address with --addr", addr)
	}
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w; choose another address with --addr", addr, err)
	}
	return l, nil
}

func (s *Server) backlog(ctx context.Context) []prometheus.Collector {
	return webhook.Backlog(ctx, s.store)
}

// lockFile is the file in the data folder that a server holds a lock on.
const lockFile = "server.lock"

// lockFolder keeps a second server from using the same SQLite database: each
// would requeue the other's jobs when it starts. Commands need no lock.
func lockFolder(dir string) (*os.File, error) {
	path := filepath.Join(dir, lockFile)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w; choose another folder with --data", path, err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		f.Close()
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock %s: %w; choose a folder on a local disk with --data", path, err)
		}
		return nil, fmt.Errorf("another vigil server uses the data folder %s: stop it, choose another folder with --data, "+
			"or use PostgreSQL with --database-url, which several servers can share", dir)
	}
	return f, nil
}

// Running reports whether a server on SQLite uses a data folder.
func Running(dataDir string) (bool, error) {
	f, err := os.Open(filepath.Join(dataDir, lockFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close() // gives the lock back
	err = unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return true, nil
	}
	return false, err
}

// firstStart makes the first team and a key with every permission, if nobody has
// made a key yet. Of several servers that start at once, one does it: the others
// wait for its team.
func firstStart(ctx context.Context, db *store.Store, verbs *service.Service, dataDir string) (vigil.Secret, error) {
	var secret vigil.Secret
	err := db.Write(ctx, func(tx *store.Tx) error {
		secret = ""
		team, err := verbs.CreateTeam(ctx, tx, vigil.DefaultTeam)
		if vigil.KindOf(err) == vigil.Conflict {
			team, err = tx.GetTeam(ctx, vigil.DefaultTeam)
		}
		if err != nil {
			return err
		}
		if keys, err := tx.CountKeys(ctx); err != nil || keys > 0 {
			return err
		}
		if _, secret, err = verbs.IssueKey(ctx, tx, team, service.NewKey{Name: "admin"}); err != nil {
			return err
		}
		// Before the commit: a key that nobody can read would be of no use.
		return writeSecret(filepath.Join(dataDir, AdminKeyFile), secret)
	})
	return secret, err
}

// writeSecret writes the key alone to a file that only its owner can read. A key
// of another database that lies there already is kept under another name.
func writeSecret(path string, secret vigil.Secret) error {
	if _, err := os.Stat(path); err == nil {
		if err := os.Rename(path, path+"."+time.Now().UTC().Format("20060102T150405.000")); err != nil {
			return err
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".admin-key-*") // made with mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // gone already after the rename
	_, err = f.WriteString(string(secret) + "\n")
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// Addr returns the address the server listens on.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// shutdownTime is how long requests under way may take to end.
const shutdownTime = 20 * time.Second

// Run answers requests until ctx ends, then lets those under way finish.
func (s *Server) Run(ctx context.Context) error {
	defer s.Close()
	server := &http.Server{
		Handler:           s.api,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	server.RegisterOnShutdown(s.api.EndStreams) // they would not end by themselves
	housekeeping, stopHousekeeping := context.WithCancel(context.WithoutCancel(ctx))
	var background sync.WaitGroup
	background.Go(func() { s.api.Run(housekeeping) })
	background.Go(func() { s.due.Run(housekeeping) })
	background.Go(func() { s.triage.Run(housekeeping) })
	background.Go(func() { s.inbox.Run(housekeeping) })
	background.Go(func() { s.cleanup.Run(housekeeping) })
	if s.ring.Usable() == nil {
		background.Go(func() { s.tokens.Run(housekeeping) })
	}
	if s.sender != nil {
		background.Go(func() { s.sender.Run(housekeeping) })
	}
	if s.scans > 0 {
		background.Go(func() { s.runScans(housekeeping) })
		background.Go(func() { s.takeUpLost(housekeeping) })
	}

	if s.demo != nil && s.onDemo != nil {
		background.Go(func() { s.tellDemo(housekeeping) })
	}

	served := make(chan error, 1)
	go func() { served <- server.Serve(s.listener) }()

	var err error
	select {
	case err = <-served: // the listener broke
	case <-ctx.Done():
		s.log.Info("stopping", "at most", shutdownTime)
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTime)
		defer cancel()
		if err = server.Shutdown(late); err != nil {
			err = fmt.Errorf("requests did not end in %s: %w", shutdownTime, errors.Join(err, server.Close()))
		}
	}
	stopHousekeeping()
	background.Wait()
	return err
}

// Close releases what Open acquired.
func (s *Server) Close() {
	if s.listener != nil {
		s.listener.Close()
	}
	if s.spool != nil {
		if err := s.spool.Close(); err != nil {
			s.log.Warn("the folder of received bodies was not removed", "err", err)
		}
	}
	if s.store != nil {
		s.store.Close()
	}
	if s.lock != nil {
		s.lock.Close()
	}
}
