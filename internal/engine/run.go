package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"vigil/internal/engine/files"
)

// Options limits a scan. The zero value is useful.
type Options struct {
	// Now is the time at which suppressions expire. It is not read from the clock, so that
	// the same tree gives the same findings. Zero: none expires.
	Now time.Time
	// IgnoreFile, if not nil, is the content of the ignore file to apply instead of all
	// suppressions of the tree, which are then only listed. It belongs to the baseline, whose
	// findings are subtracted, so ignore comments there still apply to the findings they cover.
	IgnoreFile *string
	// LeftOut are paths that the tree lacks because they could not be read. The ignore file may
	// exclude them.
	LeftOut []string
	// Describer, if not nil, writes a description of the tree.
	Describer Describer
	// Cache, if not nil, has results of earlier scans by the same Build of the program.
	Cache Cache
	Build string

	Workers         int           // files scanned concurrently; 0: one per core
	MaxFileBytes    int64         // larger files are skipped; 0: 16 MiB
	MaxFileTime     time.Duration // for one file and detector; 0: 20 s
	MaxFileFindings int           // for one file and detector, the first are kept; 0: 1,000
	MaxTime         time.Duration // for all detectors together, divided among them; 0: 30 min
	MaxFindings     int           // in total, the first by path are kept; 0: 200,000
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxFileBytes <= 0 {
		o.MaxFileBytes = 16 << 20
	}
	if o.MaxFileTime <= 0 {
		o.MaxFileTime = 20 * time.Second
	}
	if o.MaxFileFindings <= 0 {
		o.MaxFileFindings = 1000
	}
	if o.MaxTime <= 0 {
		o.MaxTime = 30 * time.Minute
	}
	if o.MaxFindings <= 0 {
		o.MaxFindings = 200_000
	}
	return o
}

func (o Options) looking(done func()) *looking {
	return &looking{workers: o.Workers, maxBytes: o.MaxFileBytes, maxTime: o.MaxFileTime, maxFindings: o.MaxFileFindings, done: done, cache: o.Cache, build: o.Build}
}

// Run scans a tree with each detector in turn and passes the results to handle: the language
// first, progress throughout, then the findings in order, the overridden suppressions, the
// routes, one coverage for each detector, one for the routes, and one for the suppressions,
// and at last the text of the describer. Handle is called by one goroutine at a time. An
// error of handle or of a detector ends the scan. The tree is not changed.
func Run(ctx context.Context, tree *Tree, detectors []Detector, o Options, handle func(Message) error) error {
	o = o.withDefaults()
	began := time.Now()
	ctx, cancel := context.WithTimeoutCause(ctx, o.MaxTime, errScanTime)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)

	p := &progress{total: len(tree.files) * (1 + len(detectors)), handle: handle, stop: stop}
	tree = tree.forScan(o.looking(p.step))
	if o.Describer != nil {
		o.Describer.Begin(tree)
	}
	var s suppressions
	if err := survey(ctx, tree, &s, o.Describer); err != nil {
		return err
	}
	lang := mainLanguage(tree.files)
	if err := p.say(Message{Language: &lang}); err != nil {
		return err
	}
	p.reach(len(tree.files))

	var findings []Finding
	var coverages []Coverage
	tree.look.firstTime = o.MaxFileTime / 10
	for i, d := range detectors {
		// A detector must not use up the time of those after it.
		share := o.MaxTime * time.Duration(i+1) / time.Duration(len(detectors))
		within, cancel := context.WithDeadlineCause(ctx, began.Add(share), errScanTime)
		found, coverage, err := detect(within, tree, d)
		cancel()
		if err != nil {
			return fmt.Errorf("detect %s: %w", d.Name(), err)
		}
		findings = append(findings, found...)
		coverages = append(coverages, coverage)
		p.reach(len(tree.files) * (i + 2))
	}
	sortFindings(findings)
	// Before suppressed findings are removed: a suppression must not renumber equal findings.
	fingerprint(findings)
	privileges(findings, tree.routes)
	if err := maskSecrets(tree, findings); err != nil {
		return err
	}
	setTitles(findings)
	var secrets []Finding
	for i := range findings {
		if o.Describer != nil && findings[i].Secret.End > findings[i].Secret.Start {
			secrets = append(secrets, findings[i])
		}
	}
	findings, coverages = limit(findings, coverages, o.MaxFindings)
	findings, coverages = s.apply(tree, o, findings, coverages)
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errScanTime) {
		return err
	}
	var named []Suppression
	if o.IgnoreFile != nil {
		named = s.list()
	}
	coverages = append(coverages, tree.surveyed...)
	if err := p.report(findings, named, tree.routes, coverages); err != nil {
		return err
	}
	if o.Describer != nil {
		if text := describe(ctx, o.Describer, Said{Findings: findings, Secrets: secrets, Routes: tree.routes, Coverages: coverages}); text != "" {
			return p.say(Message{Wiki: &text})
		}
	}
	return nil
}

// survey reads every file once before the detectors do: for its kind, its suppressions and
// the describer, which may be nil.
func survey(ctx context.Context, tree *Tree, s *suppressions, describer Describer) error {
	_, skipped, err := tree.Each(ctx, nil, func(_ context.Context, f *File, _ func(Finding)) error {
		content, err := f.Bytes()
		if err != nil {
			return err
		}
		f.Kind = files.Classify(f.Path, content)
		if tree.look.cache != nil && !f.Binary {
			f.identify(content)
		}
		s.read(f, content)
		if describer != nil {
			// What it cannot cope with, it does not write about.
			_ = guard(func() error { describer.Look(f, content); return nil })
		}
		return nil
	})
	s.skipped = skipped
	return err
}

// report hands on the results, in the order that Run promises.
func (p *progress) report(findings []Finding, named []Suppression, routes []Route, coverages []Coverage) error {
	for i := range findings {
		if err := p.say(Message{Finding: &findings[i]}); err != nil {
			return err
		}
	}
	for i := range named {
		if err := p.say(Message{Suppression: &named[i]}); err != nil {
			return err
		}
	}
	for i := range routes {
		if err := p.say(Message{Route: &routes[i]}); err != nil {
			return err
		}
	}
	for i := range coverages {
		if err := p.say(Message{Coverage: &coverages[i]}); err != nil {
			return err
		}
	}
	return nil
}

// forScan returns a copy of the tree whose files can be classified.
func (t *Tree) forScan(l *looking) *Tree {
	out := &Tree{look: l, files: make([]*File, len(t.files))}
	for i, f := range t.files {
		c := *f
		out.files[i] = &c
	}
	return out
}

// detect runs one detector. If it fails or the scan's time is up, all files count as
// skipped.
func detect(ctx context.Context, tree *Tree, d Detector) (found []Finding, c Coverage, err error) {
	var mu sync.Mutex
	err = guard(func() (err error) {
		c, err = d.Detect(ctx, tree, func(f Finding) {
			f.Detector = d.Name()
			mu.Lock()
			defer mu.Unlock()
			found = append(found, f)
		})
		return err
	})
	if err != nil {
		var failed panicError
		var reason string
		switch {
		case errors.As(err, &failed):
			reason = failed.Error()
		case errors.Is(context.Cause(ctx), errScanTime):
			reason = errScanTime.Error()
		default:
			return nil, Coverage{}, err
		}
		found, c = nil, Coverage{}
		for _, f := range tree.files {
			c.Skipped = append(c.Skipped, Skip{Path: f.Path, Reason: reason, Kind: Incomplete})
		}
	}
	c.Detector, c.Version = d.Name(), d.Version()
	slices.Sort(c.Rules)
	return found, c, nil
}

// limit keeps the first n findings. Files whose findings are cut off count as skipped.
func limit(findings []Finding, coverages []Coverage, n int) ([]Finding, []Coverage) {
	if len(findings) <= n {
		return findings, coverages
	}
	reason := fmt.Sprintf("more than %d findings in this scan", n)
	cut := map[string]map[string]bool{}
	for _, f := range findings[n:] {
		if cut[f.Detector] == nil {
			cut[f.Detector] = map[string]bool{}
		}
		cut[f.Detector][f.Path] = true
	}
	for i := range coverages {
		c := &coverages[i]
		for _, s := range c.Skipped {
			if s.Rule == "" {
				delete(cut[c.Detector], s.Path)
			}
		}
		for path := range cut[c.Detector] {
			c.Skipped = append(c.Skipped, Skip{Path: path, Reason: reason, Kind: Incomplete})
			c.Files--
		}
		slices.SortStableFunc(c.Skipped, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	}
	return findings[:n], coverages
}

// progress counts scanned files and reports about a hundred times in total.
type progress struct {
	mu          sync.Mutex
	done, total int
	said        int
	handle      func(Message) error
	stop        func(error)
	failed      error
}

// say passes a message to handle, unless an earlier one failed.
func (p *progress) say(m Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sayLocked(m)
}

func (p *progress) sayLocked(m Message) error {
	if p.failed == nil {
		if p.failed = p.handle(m); p.failed != nil {
			p.stop(p.failed)
		}
	}
	return p.failed
}

func (p *progress) step() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reachLocked(p.done + 1)
}

// reach reports that at least n files are done: not every detector counts them.
func (p *progress) reach(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reachLocked(n)
}

func (p *progress) reachLocked(n int) {
	if n <= p.done {
		return
	}
	p.done = min(n, p.total)
	if p.done == p.total || p.done-p.said >= max(1, p.total/100) {
		p.said = p.done
		_ = p.sayLocked(Message{Progress: &Progress{Done: p.done, Total: p.total}})
	}
}
