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

// Options limit a scan. The zero value is useful.
type Options struct {
	// Now is the time against which suppressions expire. It is not read from the
	// clock, so that the same tree gives the same findings. Zero: none expires.
	Now time.Time
	// Partial says that the tree is a part of another: a pattern that matches no
	// file of it may well match one of the rest.
	Partial bool
	// IgnoreFile, if not nil, is the content of the ignore file that counts, in the place of
	// all suppressions of the tree, which are then only named. It is that of an earlier tree
	// whose findings are taken away: so the comments of that count for what they stood beside.
	IgnoreFile *string
	// Describer, if there is one, writes a text about the tree, unless that is partial.
	Describer Describer

	Workers         int           // files looked at at once; 0: one for each core
	MaxFileBytes    int64         // larger files are skipped; 0: 16 MiB
	MaxFileTime     time.Duration // for one file and detector; 0: 20 s
	MaxFileFindings int           // for one file and detector, the first count; 0: 1,000
	MaxTime         time.Duration // for all detectors together, each has its share; 0: 30 min
	MaxFindings     int           // in all, the first by path count; 0: 200,000
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
	return &looking{workers: o.Workers, maxBytes: o.MaxFileBytes, maxTime: o.MaxFileTime, maxFindings: o.MaxFileFindings, done: done}
}

// Run looks at a tree with each detector in turn and hands on what they say: the
// language, progress all along, then the findings in order, then the suppressions that do not
// count, then the routes, then one coverage for each detector, one for the routes and one for the suppressions, then what
// the describer wrote. Handle is called by one goroutine at a time. An error of handle or
// of a detector ends the scan; the tree is not changed.
func Run(ctx context.Context, tree *Tree, detectors []Detector, o Options, handle func(Message) error) error {
	o = o.withDefaults()
	began := time.Now()
	ctx, cancel := context.WithTimeoutCause(ctx, o.MaxTime, errScanTime)
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)

	p := &progress{total: len(tree.files) * (1 + len(detectors)), handle: handle, stop: stop}
	tree = tree.forScan(o.looking(p.step))
	if o.Partial {
		o.Describer = nil
	}
	if o.Describer != nil {
		o.Describer.Begin(tree.files)
	}
	var s suppressions
	_, _, err := tree.Each(ctx, nil, func(_ context.Context, f *File, _ func(Finding)) error {
		content, err := f.Bytes()
		if err != nil {
			return err
		}
		f.Kind = files.Classify(f.Path, content)
		s.read(f, content)
		if o.Describer != nil {
			// What it cannot cope with, it does not write about.
			_ = guard(func() error { o.Describer.Look(f, content); return nil })
		}
		return nil
	})
	if err != nil {
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
		// One must not use up the time of those behind it.
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
	// Before any is taken away: a suppression must not renumber its equals.
	fingerprint(findings)
	if err := maskSecrets(tree, findings); err != nil {
		return err
	}
	var secrets []Finding // few of all
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
	for i := range findings {
		if err := p.say(Message{Finding: &findings[i]}); err != nil {
			return err
		}
	}
	if o.IgnoreFile != nil {
		for _, named := range s.list() {
			if err := p.say(Message{Suppression: &named}); err != nil {
				return err
			}
		}
	}
	for i := range tree.routes {
		if err := p.say(Message{Route: &tree.routes[i]}); err != nil {
			return err
		}
	}
	coverages = append(coverages, tree.surveyed...)
	for i := range coverages {
		if err := p.say(Message{Coverage: &coverages[i]}); err != nil {
			return err
		}
	}
	if o.Describer != nil {
		if text := describe(ctx, o.Describer, Said{Findings: findings, Secrets: secrets, Routes: tree.routes, Coverages: coverages}); text != "" {
			return p.say(Message{Wiki: &text})
		}
	}
	return nil
}

// forScan returns a copy of the tree whose files can be told their kind.
func (t *Tree) forScan(l *looking) *Tree {
	out := &Tree{look: l, files: make([]*File, len(t.files))}
	for i, f := range t.files {
		c := *f
		out.files[i] = &c
	}
	return out
}

// detect runs one detector. If it breaks down, or the time of the scan is over,
// no file was looked at.
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
			c.Skipped = append(c.Skipped, Skip{Path: f.Path, Reason: reason})
		}
	}
	c.Detector, c.Version = d.Name(), d.Version()
	slices.Sort(c.Rules)
	return found, c, nil
}

// limit keeps the first findings. The files whose findings are cut off count as
// skipped.
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
			c.Skipped = append(c.Skipped, Skip{Path: path, Reason: reason})
			c.Files--
		}
		slices.SortStableFunc(c.Skipped, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	}
	return findings[:n], coverages
}

// progress counts the files looked at and says so about a hundred times in all.
type progress struct {
	mu          sync.Mutex
	done, total int
	said        int
	handle      func(Message) error
	stop        func(error)
	failed      error
}

// say hands a message on. After an error nothing more is handed on.
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

// reach says that at least n files are done: not every detector counts them.
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
