package prefilter

import (
	"strings"
	"testing"
)

func TestTextBehindAName(t *testing.T) {
	for text, want := range map[string]bool{ // the word is between « and »
		`«password» = "x"`:                                     true,
		`db_«password»="x"`:                                    true,
		`config.«password» = 'x'`:                              true,
		"«password»: `x`":                                      true,
		`"«password»": "x"`:                                    true,
		`config["«password»"] = "x"`:                           true,
		`private «password»?: string = "x"`:                    true,
		`«password»: Final[str] = "x"`:                         true,
		`if («password» === "x")`:                              true,
		`(«password» := "x")`:                                  true,
		`«password» = (\n  "x")`:                               true,
		`«password» = \\n  b"x"`:                               true,
		`f(«password»=["x"])`:                                  true,
		`«password» = DEFAULT`:                                 true,
		`«password»: defaults.admin,`:                          true,
		`«password» = // the one\n "x"`:                        true,
		`«password» /* the one */ = "x"`:                       true,
		`«password» = 1 + "x"`:                                 true,
		`«password» = <string>"x"`:                             true,
		`var «password» string = "x"`:                          true,
		`if «password» != "x" {`:                               true,
		`if «password» != nil {`:                               false,
		`«password», other`:                                    false,
		`«password»: password`:                                 false,
		`«password» = user.Password`:                           false,
		`«password» = hash(x)`:                                 false,
		`«password» = os.environ["X"]`:                         false,
		`«password» = process.env.X`:                           false,
		`«password»: string;`:                                  false,
		`«password» = None`:                                    false,
		`the «password» is "x"`:                                false,
		`«password»`:                                           false,
		`«password»Field.value`:                                false,
		`«password» + "x"`:                                     false,
		`function f(«password») { return "x" }`:                false,
		`const {«password»} = req.body; f("x: ")`:              false,
		"«password»" + strings.Repeat(" ", 2*glance) + `= "x"`: true,
		`«password» = ` + strings.Repeat("(", 2*glance):        true,
	} {
		text = strings.ReplaceAll(text, `\n`, "\n")
		start, end := strings.Index(text, "«"), strings.Index(text, "»")-len("«")
		plain := strings.NewReplacer("«", "", "»", "").Replace(text)
		w := word{text: plain[start:end], position: beforeText}
		if got := w.at([]byte(plain), end); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestFunctionBehindAName(t *testing.T) {
	for text, want := range map[string]bool{ // the word is between « and »
		"const «loader»: {\n (p: P): R } = ({ params }) => {}":        true,
		"function «loader»({ params }) {}":                            true,
		"export const «loader» = async ({ params }) => {}":            true,
		"const «loader»: LoaderFunction = ({ params }) => {}":         true,
		"«loader» : function ({ params }) {}":                         true,
		"exports.«loader» = /* the one */ ({ params }) => {}":         true,
		"const «loader» = <T,>({ params }: T) => {}":                  true,
		"async «loader» ({ params }) {}":                              true,
		"const «loader» = new Loader()":                               false,
		"{ «loader»: 'x' }":                                           false,
		"f(«loader»)":                                                 false,
		"the «loader» is":                                             false,
		"«loader»":                                                    true,
		"const «loader» =\n  async (\n    { params },\n  ) => {}":     true,
		"«loader» = loaders[name]":                                    false,
		"«loader».run(({ params }) => {})":                            false,
		"if («loader» === 'x') { f(({ params }) => params) } else {}": false,
	} {
		start, end := strings.Index(text, "«"), strings.Index(text, "»")-len("«")
		plain := strings.NewReplacer("«", "", "»", "").Replace(text)
		w := word{text: plain[start:end], position: beforeFunction}
		if got := w.at([]byte(plain), end); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestCallBehindAName(t *testing.T) {
	for text, want := range map[string]bool{ // the word is between « and »
		"«exec»(x)":                           true,
		"cp.«exec» (x)":                       true,
		"cp.«exec»\n  (x)":                    true,
		"cp.«exec»?.(x)":                      true,
		"cp.«exec»!(x)":                       true,
		"«exec»<T>(x)":                        true,
		"(«exec»)(x)":                         true,
		"«exec»`x`":                           true,
		"@app.«exec»\ndef f(): pass":          true,
		"«exec» /* it */ (x)":                 true,
		"import {«exec» as e} from 'cp'":      true,
		"const {«exec»: e} = require('cp')":   true,
		"const {«exec»: e, x} = require('x')": true,
		"f({«exec»: e})":                      false,
		"const e = promisify(cp.«exec»)":      true,
		"const e = require('cp').«exec»;":     true,
		"f('«exec»')":                         false,
		"x = '«exec»'":                        false,
		"x.«exec» = y":                        false,
		"x.«exec» ?? y":                       false,
		"x.«exec»[0]":                         false,
		"f(«exec»)":                           false,
		"the «exec» of":                       false,
	} {
		start, end := strings.Index(text, "«"), strings.Index(text, "»")-len("«")
		plain := strings.NewReplacer("«", "", "»", "").Replace(text)
		w := word{text: plain[start:end], whole: true, position: beforeCall}
		if got := w.at([]byte(plain), end); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestIndexBehindAName(t *testing.T) {
	for text, want := range map[string]bool{ // the word is between « and »
		"«req»[x]":          true,
		"«req» [x]":         true,
		"a.«req»?[x]":       true,
		"a.«req»?.[x]":      true,
		"(«req»)[x]":        true,
		"«req» /* it */[x]": true,
		"«req».x[y]":        false,
		"f(«req», [x])":     false,
		"«req» = [x]":       false,
	} {
		start, end := strings.Index(text, "«"), strings.Index(text, "»")-len("«")
		plain := strings.NewReplacer("«", "", "»", "").Replace(text)
		w := word{text: plain[start:end], whole: true, position: beforeIndex}
		if got := w.at([]byte(plain), end); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}
