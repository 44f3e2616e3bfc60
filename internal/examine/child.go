package examine

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"vigil/internal/engine"
	"vigil/internal/engine/all"
	"vigil/internal/engine/dependencies"
	"vigil/internal/engine/syntax"
	"vigil/internal/sandbox"
	"vigil/internal/scancache"
)

// Child is the entry point of the sandboxed process. It returns the exit code.
//
// Advisories are opened and grammars loaded before the process drops its rights. A grammar that
// turns out to be needed later has to be compiled, each time again.
//
// A signal to the process group reaches the child as well, but it is the parent who decides
// when the child ends: it kills it, or lets it finish.
func Child(ctx context.Context) int {
	ctx = context.WithoutCancel(ctx)
	var r request
	var parsers *syntax.Engine
	var known dependencies.Config
	var cache *scancache.Cache
	prepare := func(asked []byte) (err error) {
		if err := json.Unmarshal(asked, &r); err != nil {
			return fmt.Errorf("read request: %w", err)
		}
		cache = r.openCache()
		if r.looksUp() {
			known = r.advisories()
		}
		if !r.parses() {
			return nil
		}
		if parsers, err = syntax.New(ctx, syntax.Config{CacheDir: r.GrammarCache}); err != nil {
			return err
		}
		return parsers.Load(r.Grammars...)
	}
	return sandbox.Child(prepare, func(snapshot *os.File, _ []byte, out io.Writer) error {
		if r.Check != "" && r.Check != checkOutlines {
			return checkRules(ctx, r, parsers, out)
		}
		info, err := snapshot.Stat()
		if err != nil {
			return fmt.Errorf("read snapshot: %w", err)
		}
		tree, err := engine.ReadSnapshot(snapshot, info.Size())
		if err != nil {
			return err
		}
		if r.Check == checkOutlines {
			return outlineFiles(ctx, tree, parsers, out)
		}
		var mu sync.Mutex
		lines := json.NewEncoder(out)
		encode := func(l line) error {
			mu.Lock()
			defer mu.Unlock()
			if l.Coverage == nil {
				return lines.Encode(l)
			}
			for _, part := range splitCoverage(*l.Coverage) {
				if err := lines.Encode(engine.Message{Coverage: &part}); err != nil {
					return err
				}
			}
			return nil
		}
		handle := func(m engine.Message) error { return encode(line{Message: m}) }
		if r.Title != "" {
			handle = (&describing{title: r.Title, encode: encode}).handle
		}
		options := engine.Options{Now: r.Now, MaxTime: r.Time, Workers: r.Workers, IgnoreFile: r.IgnoreFile, LeftOut: r.LeftOut}
		if r.Import {
			return detectImported(ctx, tree, handle, options)
		}
		config := all.Config{SecretsKey: r.SecretsKey, Dependencies: known, BuiltIn: r.BuiltIn, CodeRules: r.Rules, Only: r.Only, Syntax: parsers, Now: r.Now}
		config.Witnesses, config.Confirmed = witnessRules(r.Witnesses)
		options.Describer = all.Describer(config)
		if cache != nil {
			options.Cache, options.Build = engineCache{cache, r.CacheReadOnly, encode}, r.Build
		}
		detectors, err := all.Detectors(config)
		if err != nil {
			return err
		}
		if err := engine.Run(ctx, tree, detectors, options, handle); err != nil || cache == nil {
			return err
		}
		return encode(line{Used: cache.Used()})
	})
}
