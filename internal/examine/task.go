package examine

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"vigil/internal/engine/all"
	"vigil/internal/examine/protocol"
)

// taskTime limits how long a scan waits for its tasks: it can do without them.
const taskTime = 5 * time.Minute

// Task is a handler of routes with the code that it depends on.
type Task = protocol.Task

// Tasks returns the handlers of the routes of a tree, with the code that they depend on. At most so
// many have code; the others say why not. Secrets of the tree are masked: the texts may leave this
// machine. It runs in the sandbox, like the scan.
func (e *Examiner) Tasks(ctx context.Context, snapshot *os.File, most int) ([]Task, error) {
	within := e.Sandbox.Within(taskTime)
	r := protocol.Request{
		Now: time.Now(), Time: within.WorkTime(), SecretsKey: e.SecretsKey, Only: []string{"secrets", all.Routes}, Workers: e.Workers,
		GrammarCache: e.GrammarCache, Tasks: most,
	}
	var err error
	if r.Grammars, err = grammars(snapshot); err != nil {
		return nil, err
	}
	asked, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("encode request: %w", err)
	}
	var out []Task
	full := 0
	err = within.Run(ctx, snapshot, asked, func(text []byte) error {
		var m protocol.Line
		if err := json.Unmarshal(text, &m); err != nil {
			return fmt.Errorf("read engine output: %w", err)
		}
		if err := m.Check(&r); err != nil || m.Task == nil {
			return err
		}
		if m.Task.Withheld == "" {
			full++
		}
		if full > most || len(out) == maxRoutes {
			return fmt.Errorf("read engine output: more tasks than were asked for")
		}
		out = append(out, *m.Task)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("gather the code of routes: %w", explainSandbox(err))
	}
	return out, nil
}
