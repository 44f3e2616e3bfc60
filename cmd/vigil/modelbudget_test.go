package main_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"vigil/internal/review/reviewtest"
)

// TestServersShareAModelBudget starts eight scans at once, whose findings would cost more than the
// budget of the month: on two servers if they can share a database.
func TestServersShareAModelBudget(t *testing.T) {
	t.Parallel()
	const scans, budget = 8, 0.10
	forEachDatabase(t, func(t *testing.T, args ...string) {
		fake := reviewtest.New(t, nil)
		mirror := t.TempDir()
		for n := range scans {
			files := map[string]string{}
			for i := range 6 {
				files[fmt.Sprintf("f%d.py", i)] = fmt.Sprintf("import os\nfrom flask import request\n\ndef f%d_%d():\n    os.system('ping ' + request.args.get('q'))\n", n, i)
			}
			newRepository(t, mirror, fmt.Sprint("acme/r", n)).commit(files)
		}
		servers := []*service{modelServer(t, fake, t.TempDir(), mirror, append(args, "--model-budget", "1/scan,0.10/month")...)}
		if len(args) > 0 {
			servers = append(servers, modelServer(t, fake, t.TempDir(), mirror, append(args, "--model-budget", "1/scan,0.10/month")...))
		}
		key := servers[0].key()
		var ids []string
		for n := range scans {
			ids = append(ids, servers[n%len(servers)].startScanWith(key, fmt.Sprint("acme/r", n), "sonnet"))
		}
		cost, calls, withReason := 0.0, 0, 0
		for n, id := range ids {
			s := servers[n%len(servers)]
			var scan scanned
			if err := json.Unmarshal([]byte(s.awaitScan(key, id, "completed", "failed")), &scan); err != nil || scan.Status != "completed" || scan.Counts.Total != 6 {
				t.Errorf("%+v, %v", scan, err)
			}
			u := s.usageOf(key, id)
			cost, calls = cost+u.Cost, calls+int(u.Calls)
			if u.Calls < 6 {
				withReason++
			}
		}
		in, out := fake.Tokens()
		charged := float64(in)*2e-6 + float64(out)*10e-6
		t.Logf("%d calls, $%.4f charged, $%.4f by our usage, %d scans were not asked about everything", calls, charged, cost, withReason)
		if charged > budget || cost > budget || calls == 0 || calls != fake.Calls() || withReason == 0 || fake.PaidTwice() > 0 {
			t.Errorf("%d calls of %d", calls, fake.Calls())
		}
	})
}
