package review_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"vigil/internal/engine/rules"
	"vigil/internal/engine/rulescan"
	"vigil/internal/engine/syntax/syntaxtest"
	"vigil/internal/review"
	"vigil/internal/review/reviewtest"
)

// exampleCode is code for the rules in the prompt of a hunt: with the flaw, and mended.
var exampleCode = []struct{ language, flawed, mended string }{
	{"python", `@app.get("/orders/<int:order_id>")
@login_required
def get_order(order_id):
    order = Order.query.get_or_404(order_id)
    return jsonify(order)

@app.get("/admin/orders/<int:order_id>")
def any_order(order_id):
    return Order.query.get_or_404(order_id)
`, `@app.get("/orders/<int:order_id>")
@login_required
def get_order(order_id):
    order = Order.query.filter_by(id=order_id, owner=me).first_or_404()
    return jsonify(order)
`},
	{"javascript", "router.delete('/users/:id', requireUser, async (req, res) => {\n  await removeAccount(req.params.id);\n  res.end();\n});\n",
		"router.delete('/users/:id', requireUser, async (req, res) => {\n  if (!req.user.isAdmin) {\n    return res.status(403).end();\n  }\n  await removeAccount(req.params.id);\n  res.end();\n});\n"},
	{"java", `class Profiles {
    @PatchMapping("/profile")
    User updateProfile(@AuthenticationPrincipal User user, @RequestBody User changed) {
        return users.save(changed);
    }
    User other(User changed) { return users.save(changed); }
}
`, `class Profiles {
    @PatchMapping("/profile")
    User updateProfile(@AuthenticationPrincipal User user, @RequestBody User changed) {
        user.setName(changed.getName());
        return users.save(user);
    }
}
`},
}

// TestExamplesInThePrompt: the rules that models are shown compile, and do what the prompt says.
func TestExamplesInThePrompt(t *testing.T) {
	fake := reviewtest.New(t, func(int, reviewtest.Request) reviewtest.Answer { return reviewtest.Propose() })
	runHunt(fake.Config(), &review.Memory{}, aTask(1, someLines...))
	examples := regexp.MustCompile(`(?m)^rules:\n(?:[- ].*\n)+`).FindAllString(fake.Requests()[0].System, -1)
	if len(examples) != len(exampleCode) {
		t.Fatalf("%d examples", len(examples))
	}
	parsers, err := syntaxtest.Engine()
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range examples {
		adopted, problem, slow, err := rulescan.CheckWitness(ctx, parsers, []byte(text), rules.Adoption{ID: "model.x", Message: "m", Severity: "WARNING"})
		if err != nil || problem != "" || slow {
			t.Errorf("%s\n%s %v", text, problem, err)
			continue
		}
		list, problems := rules.Read("x.yaml", adopted)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		set := rulescan.NewSet(parsers, list, time.Time{})
		for n, source := range []string{exampleCode[i].mended, exampleCode[i].flawed} {
			found, err := set.Find(ctx, rulescan.Target{Path: "x", Languages: []string{exampleCode[i].language}, Source: []byte(source)})
			if err != nil || len(found) != n {
				t.Errorf("%s\nfinds %d in\n%s", strings.TrimSpace(text), len(found), source)
			}
		}
	}
}
