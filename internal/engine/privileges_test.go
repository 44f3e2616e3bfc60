package engine

import "testing"

// TestPrivileges: only flows that start in a handler behind proven guards alone need
// privileges, and only where the rule says that none are needed.
func TestPrivileges(t *testing.T) {
	const none, low = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H"
	const high = "CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H"
	at := func(first, last int) *Lines { return &Lines{File: "a.js", First: first, Last: last} }
	routes := []Route{
		{Path: "/guarded", Guard: "auth", Body: at(10, 20)},
		{Path: "/candidate", Candidate: "auth", Body: at(30, 40)},
		{Path: "/open", Body: at(50, 60)},
		{Path: "/both", Guard: "auth", Body: at(70, 80)},
		{Path: "/both/open", Body: at(70, 80)},
		{Path: "/twice", Guard: "auth", Body: at(90, 95)},
		{Path: "/again", Guard: "admin", Body: at(90, 95)},
		{Path: "/unknown", Guard: "auth"},
	}
	for _, c := range []struct {
		name, path string
		line       int
		vector     string
		want       string
	}{
		{"guarded", "a.js", 15, none, low},
		{"first line", "a.js", 10, none, low},
		{"last line", "a.js", 20, none, low},
		{"after it", "a.js", 21, none, none},
		{"candidate", "a.js", 35, none, none},
		{"open", "a.js", 55, none, none},
		{"one of two routes is open", "a.js", 75, none, none},
		{"two guarded routes", "a.js", 92, none, low},
		{"another file", "b.js", 15, none, none},
		{"the rule says high", "a.js", 15, high, high},
		{"4.0", "a.js", 15, "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N", "CVSS:4.0/AV:N/AC:L/AT:N/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N"},
	} {
		// The sink is in a handler behind a guard, too: the source counts.
		f := []Finding{{Path: "a.js", StartLine: 15, CVSS: c.vector, Trace: []Step{{Path: c.path, Line: c.line}, {Path: "a.js", Line: 15}}}}
		if privileges(f, routes); f[0].CVSS != c.want {
			t.Errorf("%s: %s", c.name, f[0].CVSS)
		}
	}
	random := []Finding{{Path: "a.js", StartLine: 15, CVSS: none, Type: "WEAK_CRYPTO", Trace: []Step{{Path: "a.js", Line: 15}}}}
	if privileges(random, routes); random[0].CVSS != none {
		t.Error("a weak random number changed")
	}
	alone := []Finding{{Path: "a.js", StartLine: 15, CVSS: none}}
	if privileges(alone, routes); alone[0].CVSS != none {
		t.Error("a finding without a data flow changed")
	}
}
