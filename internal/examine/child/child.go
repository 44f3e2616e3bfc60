// Package child is the sandboxed process: it runs the engine on a snapshot and writes what it
// finds as lines.
//
// Start with Main. Package examine is the other side: it starts the process, and trusts nothing
// that the process writes. What passes between them is in package protocol.
package child

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/engine/syntax"
	"vigil/internal/examine/child/chores"
	"vigil/internal/examine/protocol"
	"vigil/internal/rulebundle"
	"vigil/internal/sandbox"
	"vigil/internal/scancache"
)

// process is the state of the process: what it is asked for, and what it loaded for that.
type process struct {
	protocol.Request
	rulebundle.Input

	config all.Config
	cache  *scancache.Cache
}

// Main is the entry point of the sandboxed process. It returns the exit code.
//
// A signal to the process group reaches the child as well, but it is the parent who decides
// when the child ends: it kills it, or lets it finish.
func Main(ctx context.Context) int {
	ctx = context.WithoutCancel(ctx)
	p := new(process)
	return sandbox.Child(
		func(asked []byte) error { return p.prepare(ctx, asked) },
		func(snapshot *os.File, _ []byte, out io.Writer) error { return p.run(ctx, snapshot, out) },
	)
}

// prepare opens advisories and loads grammars before the process drops its rights. A grammar that
// turns out to be needed later has to be compiled, each time again.
func (p *process) prepare(ctx context.Context, asked []byte) (err error) {
	if err := json.Unmarshal(asked, p); err != nil {
		return fmt.Errorf("read request: %w", err)
	}
	if p.RuleCheck != nil {
		return p.RuleCheck.Prepare(ctx)
	}
	p.config = all.Config{SecretsKey: p.SecretsKey, BuiltIn: p.BuiltIn, Only: p.Only}
	p.config.Code.Layers, p.config.Code.Now, p.config.Witnesses = p.Rules, p.Now, p.Witnesses
	p.cache = openCache(&p.Request)
	if p.NeedsAdvisories() {
		if len(p.Records) > 0 {
			p.config.Dependencies.OpenSample(p.Records)
		} else {
			p.config.Dependencies.Open(p.Advisories)
		}
	}
	if !p.Parses() {
		return nil
	}
	if p.config.Code.Syntax, err = syntax.New(ctx, syntax.Config{CacheDir: p.GrammarCache}); err != nil {
		return err
	}
	return p.config.Code.Syntax.Load(p.Grammars...)
}

// run does the work, with the rights of a sandboxed process.
func (p *process) run(ctx context.Context, snapshot *os.File, out io.Writer) error {
	if p.RuleCheck != nil {
		return p.RuleCheck.Run(ctx, out)
	}
	info, err := snapshot.Stat()
	if err != nil {
		return fmt.Errorf("read snapshot: %w", err)
	}
	tree, err := engine.ReadSnapshot(snapshot, info.Size())
	if err != nil {
		return err
	}
	encode := encoder(out)
	if p.Outlines {
		return all.Outlines(ctx, p.config, tree, func(o engine.Outline) error { return encode(protocol.Line{Outline: &o}) })
	}
	handle := func(m engine.Message) error { return encode(protocol.Line{Message: m}) }
	if p.Title != "" {
		handle = protocol.NewDescriber(p.Title, encode).Handle
	}
	options := engine.Options{Now: p.Now, MaxTime: p.Time, Workers: p.Workers, IgnoreFile: p.IgnoreFile, LeftOut: p.LeftOut}
	if p.Import {
		return chores.DetectImported(ctx, tree, handle, options)
	}
	options.Describer = all.Describer(p.config)
	if p.cache != nil {
		options.Cache, options.Build = engineCache{p.cache, p.CacheReadOnly, encode}, p.Build
	}
	detectors, err := all.Detectors(p.config)
	if err != nil {
		return err
	}
	switch {
	case p.Tasks > 0:
		return chores.WriteTasks(ctx, tree, p.config, p.Tasks, detectors, options, encode)
	case p.Excerpts != nil:
		return chores.WriteExcerpts(ctx, tree, detectors, p.Excerpts, options, encode)
	}
	if err := engine.Run(ctx, tree, detectors, options, handle); err != nil || p.cache == nil {
		return err
	}
	return encode(protocol.Line{Used: p.cache.Used()})
}

// encoder returns a function that writes lines. It is safe for concurrent use.
func encoder(out io.Writer) func(protocol.Line) error {
	var mu sync.Mutex
	lines := json.NewEncoder(out)
	return func(l protocol.Line) error {
		mu.Lock()
		defer mu.Unlock()
		if l.Coverage == nil {
			return lines.Encode(l)
		}
		for _, part := range protocol.SplitCoverage(*l.Coverage) {
			if err := lines.Encode(engine.Message{Coverage: &part}); err != nil {
				return err
			}
		}
		return nil
	}
}
