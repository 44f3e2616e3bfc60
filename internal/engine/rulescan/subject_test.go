package rulescan_test

import (
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
)

// TestTitles checks what titles say besides the name of the weakness.
func TestTitles(t *testing.T) {
	const flows = "  mode: taint\n  pattern-sources: [{pattern: req.query}, {pattern: request.args}, {pattern: request.getParameter(...)}, {pattern: params}]\n" +
		"  pattern-sinks:\n  - patterns: [{pattern: '$F.query($X, ...)'}, {focus-metavariable: $X}]\n  - pattern: os.system(...)\n  - pattern: system(...)\n"
	for _, test := range []struct {
		name, language, rule, path, text, want string
	}{
		{"flow", "javascript", flows, "a.js", "export function search() { return (req, res) => {\n const q = req.query.q ?? ''\n models.sequelize.query(`SELECT ${q}`)\n} }\n",
			"`req.query.q` reaches `models.sequelize.query` in `search`"},
		{"anonymous handler of a route", "javascript", flows, "a.js", "app.get('/orders/:id', (req, res) => {\n db.query('x' + req.query['id'])\n})\n",
			"`req.query['id']` reaches `db.query` in `app.get('/orders/:id')`"},
		{"method that is no getter", "javascript", flows, "a.js", "function f(req) { db.query(req.query.q.trim()) }\n", "`req.query.q` reaches `db.query` in `f`"},
		{"getter", "python", flows, "a.py", "class V:\n  def get(self):\n    os.system(request.args.get('name', 'something'))\n", "`request.args.get('name', '…')` reaches `os.system` in `V.get`"},
		{"chain of calls", "java", flows, "A.java", "class A { void m() {\n pool.connection(1,\n 2, 3, 4, 5, 6, 7, 8, 9).query(request.getParameter(\"id\"));\n} }\n",
			"`request.getParameter(\"id\")` reaches `pool.connection(…).query` in `A.m`"},
		{"no function", "php", "  mode: taint\n  pattern-sources: [{pattern: $_GET}]\n  pattern-sinks: [{pattern: system(...)}]\n", "a.php", "<?php\nsystem($_GET[ 'a' ]);\n", "`$_GET['a']` reaches `system`"},
		{"symbol as key", "ruby", flows, "a.rb", "class A\n  def b\n    system(params[:user][:id])\n  end\nend\n", "`params[:user][:id]` reaches `system` in `A.b`"},
		{"class with interfaces", "typescript", "  mode: taint\n  pattern-sources: [{pattern: req.query}]\n  pattern-sinks: [{pattern: db.query(...)}]\n", "a.ts",
			"@D({})\nexport class A implements B, C {\n m (req: R) {\n  db.query(req.query.a)\n }\n}\n", "`req.query.a` reaches `db.query` in `A.m`"},
		{"call", "python", "  pattern: hashlib.md5(...)\n", "a.py", "def token_for(u):\n  return hashlib.md5(b'canary canary').hexdigest()\n", "`hashlib.md5` in `token_for`"},
		{"constructor", "java", "  pattern: new Random()\n", "A.java", "class A { int m() { return new Random().nextInt(); } }\n", "`new Random` in `A.m`"},
		{"composite literal", "go", "  pattern: 'http.Server{...}'\n", "a.go", "package a\nfunc run() { s := http.Server{Addr: \"canary\"} }\n", "`http.Server{}` in `run`"},
		{"keyword argument", "python", "  patterns: [{pattern: 'get(..., verify=$X, ...)'}, {focus-metavariable: $X}]\n", "a.py", "get('x', verify=False)\n", "`get(verify)`"},
		{"assignment", "python", "  pattern: $X.secret_key = '...'\n", "a.py", "app.secret_key = 'canary'\n", "`app.secret_key`"},
		{"comparison", "python", "  pattern: $X == '...'\n", "a.py", "def f(p):\n  if p == 'canary': pass\n", "`p == '…'` in `f`"},
		{"function", "python", "  pattern: |\n    @exempt\n    def $F(...): ...\n", "a.py", "@exempt\ndef pay(r):\n  pass\n", "`pay`"},
		{"literal", "python", "  pattern-regex: canary\n", "a.py", "f(x='canary')\n", "`f(x)`"},
		{"text", "generic", "  pattern-regex: pass.*\n", "a.conf", "password = canary\n", "`password`"},
		{"text that may be a secret", "regex", "  pattern-regex: tok_\\w+\n", "a.conf", "tok_canary99\n", ""},
		{"template", "generic", "  pattern-regex: '\\{\\{.*safe.*\\}\\}'\n", "a.html", "<p>{{ user.name | safe }}\n", "`user.name`"},
		{"terraform", "hcl", "  pattern: 'acl = \"public-read\"'\n", "a.tf", "resource \"aws_s3_bucket\" \"logs\" {\n  acl = \"public-read\"\n}\n", "`acl` in `aws_s3_bucket.logs`"},
		{"block in terraform", "hcl", "  pattern: 'open = true'\n", "a.tf", "resource \"aws_x\" \"a\" {\n  ingress {\n    open = true\n  }\n}\n", "`ingress.open` in `aws_x.a`"},
		{"kubernetes", "yaml", "  pattern: 'privileged: true'\n", "a.yaml", "kind: Pod\nmetadata:\n  name: web\nspec:\n  containers:\n  - name: app\n    securityContext:\n      privileged: true\n",
			"`securityContext.privileged` in `Pod/web`"},
		{"compose", "yaml", "  pattern: 'privileged: true'\n", "a.yaml", "services:\n  db:\n    privileged: true\n", "`services.db.privileged`"},
		{"list of variables", "yaml", "  pattern-regex: '- \\w*PASSWORD=\\w+'\n", "a.yaml", "services:\n  db:\n    environment:\n    - X_PASSWORD=canary\n", "`services.db.environment.X_PASSWORD`"},
		{"dockerfile", "dockerfile", "  pattern-regex: curl --user.*\n", "Dockerfile", "FROM a\nRUN curl --user canary:canary https://x\n", "`RUN curl`"},
		{"user in a dockerfile", "dockerfile", "  pattern: USER root\n", "Dockerfile", "FROM a\nUSER root\n", "`USER root`"},
	} {
		t.Run(test.name, func(t *testing.T) {
			rule := "rules:\n- id: r\n  languages: [" + test.language + "]\n  severity: ERROR\n  message: m\n" + test.rule + "  metadata: {title: W}\n"
			got := enginetest.Run(t, enginetest.Tree(t, map[string]string{test.path: test.text}), engine.Options{}, detectorOf(t, rule))
			if len(got.Findings) != 1 {
				t.Fatalf("%d findings", len(got.Findings))
			}
			want := "W"
			if test.want != "" {
				want += ": " + test.want
			}
			if title := got.Findings[0].Title; title != want || strings.Contains(title, "canary") {
				t.Errorf("got  %s\nwant %s", title, want)
			}
		})
	}
}

// TestTitleAcrossFiles has a source in another file.
func TestTitleAcrossFiles(t *testing.T) {
	d := detectorOf(t, "rules:\n- id: r\n  languages: [python]\n  severity: ERROR\n  message: m\n  mode: taint\n"+interfile+
		"  pattern-sources: [{pattern: request.args}]\n  pattern-sinks: [{pattern: requests.get(...)}]\n  metadata: {title: SSRF}\n")
	got := enginetest.Run(t, enginetest.Tree(t, map[string]string{
		"app.py": "import fetcher\ndef view():\n    return fetcher.load(request.args[\"u\"])\n", "fetcher.py": "def load(u):\n    return requests.get(u)\n",
	}), engine.Options{}, d)
	if len(got.Findings) != 1 || got.Findings[0].Title != "SSRF: `request.args[\"u\"]` reaches `requests.get` in `load`" {
		t.Errorf("%+v", got.Findings)
	}
}

// TestSecretLiteralsAreNotInTitles: a source may be the secret itself.
func TestSecretLiteralsAreNotInTitles(t *testing.T) {
	d := detectorOf(t, "rules:\n- id: r\n  languages: [python]\n  severity: ERROR\n  message: m\n  mode: taint\n"+
		"  pattern-sources: [{pattern: '\"...\"'}]\n  pattern-sinks: [{pattern: connect(...)}]\n  metadata: {title: W, cwe: CWE-798}\n")
	got := enginetest.Run(t, enginetest.Tree(t, map[string]string{"a.py": "def f():\n    pw = 'canary'\n    connect(pw)\n    connect('ab', b('canary'))\n"}), engine.Options{}, d)
	var titles []string
	for _, f := range got.Findings {
		titles = append(titles, f.Title)
	}
	if got := strings.Join(titles, ", "); got != "W: `pw` reaches `connect` in `f`, W: `connect` in `f`" {
		t.Error(got)
	}
}
