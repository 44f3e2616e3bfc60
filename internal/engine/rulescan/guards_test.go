package rulescan_test

import (
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/routes"
	"vigil/internal/engine/rulescan"
)

// TestGuardsLowerSeverity: the same flow needs privileges behind a proven guard, also one in
// another file, and none behind a candidate; its identity stays.
func TestGuardsLowerSeverity(t *testing.T) {
	const rule = `rules:
- id: r
  languages: [javascript]
  severity: ERROR
  message: m
  mode: taint
  metadata: {cvss: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"}
  pattern-sources: [{pattern: req.query.$X}]
  pattern-sinks: [{pattern: sink(...)}]
`
	const app = `const app = require('express')();
const { auth } = require('./auth');
app.get('/x', auth, (req, res) => {
  sink(req.query.a);
});
`
	list := rulesOf(t, rule)
	scan := func(auth, more string) engine.Finding {
		files := map[string]string{"app.js": app + more, "auth.js": "exports.auth = (req, res, next) => {" + auth + "}\n"}
		got := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, rulescan.New(rulescan.Config{Rules: list, Syntax: grammars, Routes: func() rulescan.Survey { return routes.New() }}))
		if len(got.Findings) == 0 {
			t.Fatal("no finding")
		}
		return got.Findings[0]
	}
	guarded := scan("if (!req.session.user) return res.sendStatus(401); next()", "")
	candidate := scan("log(req.session.user); next()", "")
	if !strings.Contains(guarded.CVSS, "/PR:L/") || !strings.Contains(candidate.CVSS, "/PR:N/") {
		t.Errorf("guarded: %s, candidate: %s", guarded.CVSS, candidate.CVSS)
	}
	if guarded.Fingerprint != candidate.Fingerprint || guarded.Identity != candidate.Identity {
		t.Error("the identity depends on the guard")
	}
}
