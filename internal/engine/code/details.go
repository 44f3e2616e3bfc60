package code

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	gocvss31 "github.com/pandatix/go-cvss/31"
	gocvss40 "github.com/pandatix/go-cvss/40"

	"vigil/internal/engine/rules"
)

// details is what all findings of a rule share.
type details struct {
	typ, cwe, cvss string
	confidence     float64
	title          string
	remediation    string
	references     []string
}

var cweRE = regexp.MustCompile(`(?i)\bCWE-0*([1-9][0-9]{0,4})\b`)

// detailsOf takes them from the metadata of a rule, as far as it has them.
func detailsOf(r *rules.Rule) details {
	m := r.Metadata
	d := details{cwe: "CWE-710", confidence: 5, title: titleOf(r)}
	for _, text := range texts(m["cwe"]) {
		if c := cweRE.FindStringSubmatch(text); c != nil {
			d.cwe = "CWE-" + c[1]
			break
		}
	}
	d.typ = cmp.Or(firstOf(m, "type"), typeOf(d.cwe))
	switch strings.ToUpper(firstOf(m, "confidence")) {
	case "HIGH":
		d.confidence = 9
	case "MEDIUM":
		d.confidence = 6
	case "LOW":
		d.confidence = 3
	}
	d.cvss = vectorOf(r)
	for _, ref := range texts(m["references"]) {
		if strings.HasPrefix(ref, "https://") || strings.HasPrefix(ref, "http://") {
			d.references = append(d.references, ref)
		}
	}
	d.references = append(d.references, "https://cwe.mitre.org/data/definitions/"+strings.TrimPrefix(d.cwe, "CWE-")+".html")
	d.remediation = firstOf(m, "remediation")
	if d.remediation == "" && r.Fix != "" {
		d.remediation = "Replace it by:\n\n" + strings.TrimSpace(r.Fix)
	}
	if d.remediation == "" {
		d.remediation = "See the description of the rule " + r.ID + " and its references."
	}
	return d
}

// titleOf is the title in the metadata, or the id in words.
func titleOf(r *rules.Rule) string {
	if t := firstOf(r.Metadata, "title", "shortDescription", "short_description"); t != "" {
		return t
	}
	id := r.ID[strings.LastIndexByte(r.ID, '.')+1:]
	words := strings.TrimSpace(strings.NewReplacer("-", " ", "_", " ").Replace(id))
	if words == "" {
		return r.ID
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// texts returns what is a text, or a list of texts, in metadata.
func texts(v any) []string {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		var out []string
		for _, x := range v {
			out = append(out, texts(x)...)
		}
		return out
	}
	return []string{fmt.Sprint(v)}
}

func firstOf(m map[string]any, names ...string) string {
	for _, n := range names {
		if t := texts(m[n]); len(t) > 0 && strings.TrimSpace(t[0]) != "" {
			return strings.TrimSpace(t[0])
		}
	}
	return ""
}

// vectorOf is the CVSS vector in the metadata, or one that says as much as severity,
// impact and likelihood do.
func vectorOf(r *rules.Rule) string {
	if v := firstOf(r.Metadata, "cvss", "cvss_vector", "cvss-vector"); validVector(v) {
		return v
	}
	impact := strings.ToUpper(firstOf(r.Metadata, "impact"))
	likelihood := strings.ToUpper(firstOf(r.Metadata, "likelihood"))
	if impact == "" {
		switch r.Severity {
		case "CRITICAL":
			impact, likelihood = "CRITICAL", "HIGH"
		case "ERROR", "HIGH":
			impact = "HIGH"
		case "WARNING", "MEDIUM":
			impact = "MEDIUM"
		default:
			impact = "LOW"
		}
	}
	ways := map[string]string{"HIGH": "AC:L/PR:N/UI:N", "MEDIUM": "AC:L/PR:L/UI:N", "LOW": "AC:H/PR:L/UI:N"}
	harms := map[string]string{"CRITICAL": "C:H/I:H/A:H", "HIGH": "C:H/I:H/A:N", "MEDIUM": "C:L/I:L/A:N", "LOW": "C:L/I:N/A:N"}
	way, harm := ways[likelihood], harms[impact]
	if way == "" {
		way = ways["MEDIUM"]
	}
	if harm == "" {
		harm = harms["MEDIUM"]
	}
	return "CVSS:3.1/AV:N/" + way + "/S:U/" + harm
}

func validVector(v string) bool {
	var err error
	switch {
	case strings.HasPrefix(v, "CVSS:3.1/"):
		_, err = gocvss31.ParseVector(v)
	case strings.HasPrefix(v, "CVSS:4.0/"):
		_, err = gocvss40.ParseVector(v)
	default:
		return false
	}
	return err == nil
}

// types are the kinds of vulnerabilities, each with its CWEs.
var types = []struct {
	name string
	cwes []string
}{
	{"SQLI", []string{"89", "564"}},
	{"XSS", []string{"79", "80", "83", "87", "116"}},
	{"RCE", []string{"77", "78", "88", "94", "95", "96", "98", "470", "913", "917", "1336"}},
	{"SSRF", []string{"918"}},
	{"LFI", []string{"22", "23", "36", "73", "552", "434"}},
	{"IDOR", []string{"639", "566"}},
	{"XXE", []string{"611", "776", "827"}},
	{"OPEN_REDIRECT", []string{"601"}},
	{"DESERIALIZATION", []string{"502", "915", "1321"}},
	{"WEAK_CRYPTO", []string{"261", "295", "296", "297", "310", "311", "319", "320", "321", "322", "323", "325", "326", "327", "328", "329", "330", "331", "335", "337", "338", "340", "347", "353", "354", "757", "759", "760", "780", "916", "1204"}},
	{"HARDCODED_SECRET", []string{"259", "522", "798", "321"}},
	{"VULNERABLE_DEPENDENCY", []string{"937", "1035", "1104", "1395", "829"}},
	{"LDAP_INJECTION", []string{"90"}},
	{"XPATH_INJECTION", []string{"91", "643"}},
	{"NOSQLI", []string{"943"}},
	{"LOG_INJECTION", []string{"117"}},
	{"HEADER_INJECTION", []string{"93", "113"}},
	{"CSRF", []string{"352"}},
	{"BROKEN_AUTH", []string{"287", "288", "289", "290", "294", "304", "306", "307", "345", "346", "384", "521", "613", "620", "640", "1390"}},
	{"ACCESS_CONTROL", []string{"250", "266", "269", "276", "277", "279", "284", "285", "732", "749", "862", "863", "942"}},
	{"INFO_LEAK", []string{"200", "201", "203", "204", "208", "209", "212", "215", "359", "497", "532", "535", "538", "539", "548"}},
	{"INSECURE_COOKIE", []string{"614", "1004", "1275"}},
	{"DOS", []string{"185", "400", "409", "625", "674", "770", "789", "835", "1333"}},
	{"MEMORY_SAFETY", []string{"119", "120", "121", "122", "124", "125", "126", "131", "134", "170", "190", "191", "242", "415", "416", "467", "469", "476", "676", "680", "681", "683", "704", "787", "825"}},
	{"RACE_CONDITION", []string{"362", "366", "367", "377", "378", "379", "667", "820", "833"}},
	{"MISCONFIGURATION", []string{"15", "16", "489", "494", "520", "525", "526", "614", "650", "668", "693", "778", "1021", "1188", "1220", "1327", "1385"}},
}

// typeOf is the kind of vulnerability that a CWE is.
func typeOf(cwe string) string {
	n := strings.TrimPrefix(cwe, "CWE-")
	for _, t := range types {
		if slices.Contains(t.cwes, n) {
			return t.name
		}
	}
	return "CODE_QUALITY"
}
