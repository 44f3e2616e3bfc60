package examine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"vigil"
	"vigil/internal/examine/protocol"
	"vigil/internal/sandbox"
	"vigil/internal/scancache"
)

// maxFindings limits what one scan may report, to bound memory and disk space. The engine
// itself stops at 200,000 and says so in its coverage; a child that reports more is not
// trusted, and dropping some would make them look fixed.
const maxFindings = 300_000

// maxSuppressions limits the reported suppressions.
const maxSuppressions = 20_000

// maxRoutes does the same for routes, of which the engine reports 10,000 at most.
const maxRoutes = 20_000

// run runs the sandboxed process.
func (e *Examiner) run(ctx context.Context, snapshot *os.File, r protocol.Request, cache *scancache.Update, progress func(done, total int)) (report Report, err error) {
	c := collector{request: &r, cache: cache, progress: progress, texts: map[string]string{}}
	if cache != nil {
		defer func() {
			if err != nil {
				cache.Discard()
				return
			}
			if report.NotCached = cache.Commit(c.used); report.NotCached == nil {
				report.NotCached = scancache.Sweep(e.CacheDir, e.CacheLimit)
			}
		}()
	}
	asked, err := json.Marshal(r)
	if err != nil {
		return Report{}, fmt.Errorf("encode request: %w", err)
	}
	if c.Findings, err = NewFindings(); err != nil {
		return Report{}, err
	}
	c.Unconfined = e.Sandbox.Unconfined()
	err = e.Sandbox.Run(ctx, snapshot, asked, c.add)
	if err == nil {
		err = protocol.CheckDescription(c.Description)
	}
	if err != nil {
		c.Findings.Close()
		return Report{}, explainSandbox(err)
	}
	return c.Report, nil
}

// collector builds a report from the lines of the sandboxed process. They come from a process
// that read hostile input, so nothing in them is used unchecked.
type collector struct {
	Report
	request  *protocol.Request
	cache    *scancache.Update // nil: nothing is stored
	used     []byte            // of the cache
	progress func(done, total int)
	texts    map[string]string // see protocol.JoinCoverage
}

func (c *collector) add(text []byte) error {
	var m protocol.Line
	if err := json.Unmarshal(text, &m); err != nil {
		return fmt.Errorf("read engine output: %w", err)
	}
	if err := m.Check(c.request); err != nil {
		return err
	}
	switch {
	case m.Progress != nil:
		if c.progress != nil {
			c.progress(m.Progress.Done, m.Progress.Total)
		}
	case m.Language != nil:
		c.Language = *m.Language
	case m.Coverage != nil:
		c.Coverage = protocol.JoinCoverage(c.Coverage, *m.Coverage, c.texts)
	case m.Finding != nil:
		if c.Findings.Len() == maxFindings {
			return explain("The source has more findings than can be recorded.", nil)
		}
		return c.Findings.Add(*m.Finding)
	case m.Description != nil:
		return protocol.AddDescription(&c.Description, *m.Description)
	case m.Suppression != nil:
		if len(c.Suppressions) < maxSuppressions {
			c.Suppressions = append(c.Suppressions, *m.Suppression)
		}
	case m.Route != nil:
		if len(c.Routes) == maxRoutes {
			return explain("The source has more routes than can be recorded.", nil)
		}
		c.Routes = append(c.Routes, *m.Route)
	case m.Entry != nil:
		if c.cache != nil {
			c.cache.Add(m.Entry.Key, m.Entry.Value)
		}
	case m.Used != nil:
		c.used = m.Used
	case m.Wiki != nil:
		c.Wiki = *m.Wiki
	}
	return nil
}

// explainSandbox adds a sentence for users to an error of the sandbox.
func explainSandbox(err error) error {
	switch {
	case errors.Is(err, sandbox.ErrTimeout):
		return explain("The scan of the source took too long.", err)
	case errors.Is(err, sandbox.ErrMemory):
		return explain("The scan of the source needed too much memory.", err)
	case errors.Is(err, sandbox.ErrOutput):
		return explain("The source has more findings than can be recorded.", err)
	case errors.Is(err, sandbox.ErrUnsupported):
		return explain("This machine cannot sandbox scans. The server log says why. The operator can allow scans anyway with --sandbox best-effort.", err)
	}
	return err
}

// explain adds a sentence for users to an error.
func explain(sentence string, cause error) error {
	return &vigil.Error{Code: "scan_failed", Message: sentence, Err: cause}
}
