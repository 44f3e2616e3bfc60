package code_test

import (
	"testing"

	"vigil/internal/engine/enginetest"
)

func crossRule(languages, source, sink, clean string) string {
	return "rules:\n- id: r\n  languages: [" + languages + "]\n  severity: ERROR\n  message: m\n  mode: taint\n  options: {interfile: true}\n" +
		"  pattern-sources: [{pattern: '" + source + "'}]\n  pattern-sinks: [{pattern: '" + sink + "'}]\n  pattern-sanitizers: [{pattern: '" + clean + "'}]\n"
}

func TestCrossPython(t *testing.T) {
	d := detectorOf(t, crossRule("python", "request.args", "$C.execute($Q)", "int(...)"))
	enginetest.Want(t, d, map[string]string{
		"app.py": "import db\nfrom flask import request\n@app.route('/')\ndef view():\n    return db.find_user(request.args['name'])\n",
		"db.py":  "def find_user(name):\n    cur.execute('select ' + name) # want r\ndef other(name):\n    cur.execute('select ' + name)\n",
	})
}
