package all

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax/syntaxtest"
)

// TestCacheOfWitnesses changes witnesses, and rules of the team with their ids, over one cache:
// each change has its effect, and the same one with the cache and without. The built-in rules are
// off, so that a witness and a team have the same rules and nothing else.
func TestCacheOfWitnesses(t *testing.T) {
	const call, flow = "model.aaaaaaaaaaaaaaaa", "model.bbbbbbbbbbbbbbbb"
	const metadata = "  severity: WARNING\n  message: m\n  metadata: {cwe: CWE-639, confidence: HIGH}\n  languages: [python]\n"
	texts := map[string]string{
		call: "rules:\n- id: " + call + "\n" + metadata + "  pattern: clean(...)\n",
		// Its source and sink are in different files: it is the second pass that finds it.
		flow: "rules:\n- id: " + flow + "\n" + metadata + "  mode: taint\n  options: {interfile: true}\n  pattern-sources: [{pattern: 'request.args[...]'}]\n  pattern-sinks: [{pattern: os.system(...)}]\n",
	}
	files := maps.Clone(applications["python"].files)
	cache := &memory{entries: map[engine.Key][]byte{}}
	e, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	scan := func(cache engine.Cache, witnesses []engine.Witness, team []string) enginetest.Result {
		t.Helper()
		config := Config{Code: rulescan.Config{Syntax: e}, SecretsKey: bytes.Repeat([]byte("k"), 32), Only: []string{Code, Routes}, Witnesses: witnesses}
		var own rules.Bundle
		for _, id := range team {
			own = append(own, rules.File{Path: id + ".yaml", Text: []byte(texts[id])})
		}
		if own != nil {
			config.Code.Layers = rules.Layers{own}
		}
		detectors, err := Detectors(config)
		if err != nil {
			t.Fatal(err)
		}
		return enginetest.Run(t, enginetest.Tree(t, files), engine.Options{Workers: 2, Build: "1", Cache: cache}, detectors...)
	}
	check := func(what string, witnesses, team, want string) {
		t.Helper()
		var used []engine.Witness
		for _, name := range strings.Fields(witnesses) {
			name, confirmed := strings.CutSuffix(name, "!")
			id := map[string]string{"call": call, "flow": flow}[name]
			used = append(used, engine.Witness{ID: id, Text: texts[id], Confirmed: confirmed})
		}
		var own []string
		for _, name := range strings.Fields(team) {
			own = append(own, map[string]string{"call": call, "flow": flow}[name])
		}
		for _, again := range []string{"", ", again"} {
			with, without := scan(cache, used, own), scan(nil, used, own)
			if with.JSON != without.JSON {
				t.Fatalf("%s%s:\n%s", what, again, firstDifference(with.JSON, without.JSON))
			}
			var got []string
			for _, f := range with.Findings {
				got = append(got, fmt.Sprintf("%s:%s:%v", f.Detector, strings.NewReplacer(call, "call", flow, "flow").Replace(f.Rule), f.Confidence))
			}
			slices.Sort(got)
			if text := strings.Join(got, " "); text != want {
				t.Errorf("%s%s: got %q, want %q", what, again, text, want)
			}
		}
	}
	check("nothing", "", "", "")
	check("rules of the team", "", "call flow", "code:call:9 code:flow:5.6")
	check("the same rules as witnesses", "call flow", "", "model:call:6 model:flow:5.6")
	check("rules of the team again", "", "call flow", "code:call:9 code:flow:5.6")
	check("both promoted", "call flow", "call flow", "model:call:6 model:flow:5.6")
	check("one witness retired", "flow", "call flow", "code:call:9 model:flow:5.6")
	check("the other one retired", "call", "call flow", "code:flow:5.6 model:call:6")
	check("one confirmed", "call! flow", "", "model:call:9 model:flow:5.6")
	check("both confirmed", "call! flow!", "flow", "model:call:9 model:flow:5.6")
	check("one dismissed", "call flow!", "", "model:call:6 model:flow:5.6")
	check("one removed", "flow!", "", "model:flow:5.6")
	check("the other instead", "call", "", "model:call:6")
	check("in another order", "flow call", "", "model:call:6 model:flow:5.6")
	texts[call] = strings.Replace(texts[call], "clean(...)", "nowhere(...)", 1)
	check("another rule with this id", "call flow", "call", "model:flow:5.6")
	files["texts.py"] = strings.Replace(files["texts.py"], "return x", "return 'fixed'", 1)
	check("mended in another file", "flow", "", "")
	check("mended, with the rule of the team", "", "flow", "")
	files["texts.py"] = applications["python"].files["texts.py"]
	check("reverted", "flow", "", "model:flow:5.6")
	if cache.hits == 0 {
		t.Error("the cache was not used")
	}
}
