package code

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
		w := word{text: plain[start:end], before: beforeText}
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
		w := word{text: plain[start:end], before: beforeFunction}
		if got := w.at([]byte(plain), end); got != want {
			t.Errorf("%s: got %v", text, got)
		}
	}
}
