package advisory

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"vigil"
	"vigil/internal/cvss"
	"vigil/internal/ecosystem"
)

func TestAffects(t *testing.T) {
	for name, c := range map[string]struct {
		kind     ecosystem.Kind
		affected string // JSON of one package
		want     string // version>fixed, or version- if not affected
	}{
		"from the beginning": {"npm", `"ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": "1.2.3"}]}]`,
			"0.0.0-alpha>1.2.3 0.0.1>1.2.3 1.2.2>1.2.3 1.2.3-rc.1>1.2.3 1.2.3- 1.2.4- latest-"},
		"in the middle":       {"npm", `"ranges": [{"type": "SEMVER", "events": [{"introduced": "1.0.0"}, {"fixed": "1.2.3"}]}]`, "0.9.9- 1.0.0-rc.1- 1.0.0>1.2.3 1.2.3-"},
		"last affected":       {"PyPI", `"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "1.0"}, {"last_affected": "1.2"}]}]`, "1.0> 1.2> 1.2.0> 1.2.post1- 1.3-"},
		"one version alone":   {"npm", `"ranges": [{"type": "SEMVER", "events": [{"introduced": "1.0.1"}, {"last_affected": "1.0.1"}]}]`, "1.0.0- 1.0.1> 1.0.2-"},
		"without an end":      {"npm", `"ranges": [{"type": "SEMVER", "events": [{"introduced": "2.0.0"}]}]`, "1.9.9- 2.0.0> 99.0.0>"},
		"up to where one saw": {"npm", `"database_specific": {"last_known_affected_version_range": "<= 2.1.0"}, "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}]}]`, "2.1.0> 2.1.1-"},
		"or before it":        {"npm", `"database_specific": {"last_known_affected_version_range": "< 2.1.0"}, "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}]}]`, "2.0.9>2.1.0 2.1.0-"},
		"several, in any order": {"PyPI", `"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "5.0"}, {"fixed": "5.0.8"}, {"introduced": "4.2"}, {"fixed": "4.2.15"}]}]`,
			"4.1- 4.2>4.2.15 4.2.15- 5.0>5.0.8 5.0.8- 6.0-"},
		"one after the other":  {"npm", `"ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": "1.0.0"}, {"introduced": "1.0.0"}, {"fixed": "2.0.0"}]}]`, "0.5.0>2.0.0 1.0.0>2.0.0 2.0.0-"},
		"a list":               {"PyPI", `"versions": ["1.0", "2004d"], "ranges": [{"type": "GIT", "events": [{"introduced": "0"}]}]`, "1.0> 1.0.0> 2004d> 1.1-"},
		"a list beside ranges": {"PyPI", `"versions": ["0.9", "1.0"], "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "1.0"}, {"fixed": "1.5"}]}]`, "0.9>1.5 1.0>1.5 0.8- 1.5-"},
		"what has no order":    {"npm", `"ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": "soon"}]}]`, "1.0.0-"},
		"Maven":                {"Maven", `"ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "2.0-beta9"}, {"fixed": "2.15.0"}]}]`, "2.0-beta8- 2.0-beta9>2.15.0 2.14.1>2.15.0 2.15.0-rc1>2.15.0 2.15.0-"},
		"Go":                   {"Go", `"ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": "4.0.0-preview1"}]}]`, "v3.2.0+incompatible>4.0.0-preview1 v4.0.0-preview1- v4.0.0-"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := parseOSV([]byte(`{"id": "A-1", "modified": "2026-01-01T00:00:00Z", "affected": [{"package": {"ecosystem": "` + string(c.kind) + `", "name": "p"}, ` + c.affected + `}]}`))
			if err != nil || len(p.packages) != 1 {
				t.Fatalf("%+v, %v", p, err)
			}
			for _, want := range strings.Fields(c.want) {
				version, fixed, affected := strings.Cut(want, ">")
				if !affected {
					version = strings.TrimSuffix(version, "-")
				}
				gotFixed, got := p.packages[0].advisory.Affects(c.kind, version)
				if got != affected || gotFixed != fixed {
					t.Errorf("%s: affected %v, fixed in %q; want %s", version, got, gotFixed, want)
				}
			}
		})
	}
}

func TestVersionsThatRangesHaveAreNotKept(t *testing.T) {
	p, err := parseOSV([]byte(`{"id": "A-1", "modified": "2026-01-01T00:00:00Z", "affected": [
		{"package": {"ecosystem": "PyPI", "name": "p"}, "versions": ["1.0", "1.1", "3.0"], "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "2.0"}]}]},
		{"package": {"ecosystem": "PyPI", "name": "P"}, "versions": ["4.0"]}]}`))
	if err != nil || len(p.packages) != 1 || !slices.Equal(p.packages[0].advisory.Versions, []string{"3.0", "4.0"}) {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestSeverity(t *testing.T) {
	const v3, v4 = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H", "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N"
	for text, want := range map[string]vigil.Score{
		`"severity": [{"type": "CVSS_V4", "score": "` + v4 + `"}, {"type": "CVSS_V3", "score": "` + v3 + `"}]`:                   75,
		`"severity": [{"type": "CVSS_V4", "score": "` + v4 + `"}]`:                                                               93,
		`"severity": [{"type": "CVSS_V3", "score": "` + strings.Replace(v3, "3.1", "3.0", 1) + `"}]`:                             75,
		`"severity": [{"type": "CVSS_V2", "score": "AV:N"}], "database_specific": {"severity": "HIGH"}`:                          75,
		`"severity": [{"type": "CVSS_V3", "score": "7.5"}], "database_specific": {"severity": "critical"}`:                       98,
		`"database_specific": {"severity": "MODERATE"}`:                                                                          53,
		`"database_specific": {"severity": "LOW"}`:                                                                               31,
		`"database_specific": "none"`:                                                                                            53,
		`"affected": [{"package": {"ecosystem": "npm", "name": "p"}, "severity": [{"type": "CVSS_V3", "score": "` + v3 + `"}]}]`: 75,
	} {
		if !strings.Contains(text, "affected") {
			text += `, "affected": [{"package": {"ecosystem": "npm", "name": "p"}, "versions": ["1.0.0"]}]`
		}
		p, err := parseOSV([]byte(`{"id": "A-1", "modified": "2026-01-01T00:00:00Z", ` + text + `}`))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got, err := cvss.Score(p.packages[0].advisory.CVSS); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	p, err := parseOSV([]byte(`{"id": "MAL-2026-1", "modified": "2026-01-01T00:00:00Z", "affected": [{"package": {"ecosystem": "npm", "name": "p"}, "versions": ["1.0.0"]}]}`))
	if err != nil || p.packages[0].advisory.CWE != "CWE-506" || !strings.HasSuffix(p.packages[0].advisory.CVSS, "C:H/I:H/A:H") {
		t.Errorf("malicious: %+v, %v", p, err)
	}
}

func TestGroups(t *testing.T) {
	one := func(id string, aliases ...string) Advisory { return Advisory{ID: id, Aliases: aliases} }
	for _, c := range []struct {
		all  []Advisory
		want string
	}{
		{[]Advisory{one("PYSEC-1", "CVE-1"), one("GHSA-b", "CVE-1"), one("GHSA-c", "CVE-2")}, "GHSA-b GHSA-c"},
		{[]Advisory{one("PYSEC-1", "CVE-1", "GHSA-x")}, "GHSA-x"},
		{[]Advisory{one("GO-1", "CVE-9", "CVE-1")}, "CVE-1"},
		{[]Advisory{one("A"), one("B"), one("C", "A", "B")}, "A"},
		{[]Advisory{one("A"), one("B")}, "A B"},
	} {
		var got []string
		for _, g := range Groups(c.all) {
			got = append(got, g.Name)
		}
		if slices.Sort(got); strings.Join(got, " ") != c.want {
			t.Errorf("%v: %v, want %s", c.all, got, c.want)
		}
	}
}

func TestTextIsClean(t *testing.T) {
	p, err := parseOSV([]byte(`{"id": "A-1", "modified": "2026-01-01T00:00:00Z", "details": "A \u001b[31mred\n word. And more.", "aliases": ["A-1", "no name", "CVE-1"],
		"references": [{"type": "WEB", "url": "javascript:alert(1)"}, {"type": "WEB", "url": "https://example.com/b"}, {"type": "ADVISORY", "url": "https://example.com/a"}],
		"database_specific": {"cwe_ids": ["none", "CWE-79"]},
		"affected": [{"package": {"ecosystem": "npm", "name": "p"}, "versions": ["1.0.0"]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(p.packages[0].advisory)
	want := `{"i":"A-1","a":["CVE-1"],"m":1767225600,"s":"A [31mred word","v":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N","g":true,"c":"CWE-79","l":["https://example.com/a","https://example.com/b"],"n":["1.0.0"]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// FuzzRecord parses anything and queries the result.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(record("A-1", "2026-01-01T00:00:00Z", "", "npm", "left", since1)), "1.0.0")
	f.Add([]byte(`{"id":"A-2","affected":[{"package":{"ecosystem":"PyPI","name":"A_b"},"ranges":[{"type":"ECOSYSTEM","events":[{},{"introduced":"0"},{"limit":"*"}]}],"versions":["1"]}]}`), "1")
	f.Add([]byte(`{"id":"A-3","withdrawn":"x","severity":[{"type":"CVSS_V3","score":"CVSS:3.1/AV:N"}],"affected":[{}]}`), "")
	f.Fuzz(func(t *testing.T, text []byte, version string) {
		p, err := parseOSV(text)
		if err != nil {
			return
		}
		for _, about := range p.packages {
			about.advisory.Affects(about.kind, version)
			if _, err := cvss.Score(about.advisory.CVSS); err != nil {
				t.Error(err)
			}
		}
	})
}
