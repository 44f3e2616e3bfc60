package rulescan

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"vigil/internal/cvss"
	"vigil/internal/engine"
	"vigil/internal/engine/rules"
)

// details is what all findings of a rule share.
type details struct {
	typ, cwe, cvss string
	confidence     float64
	title          string
	remediation    string
	references     []string
	yields         bool // to other rules for the same weakness; see yield.go
}

var cweRE = regexp.MustCompile(`(?i)\bCWE-0*([1-9][0-9]{0,4})\b`)

// detailsOf reads them from the metadata of a rule, as far as they are there.
func detailsOf(r *rules.Rule) details {
	m := r.Metadata
	d := details{cwe: "CWE-710", confidence: 5, title: titleOf(r)}
	for _, text := range texts(m["cwe"]) {
		if c := cweRE.FindStringSubmatch(text); c != nil {
			d.cwe = "CWE-" + c[1]
			break
		}
	}
	d.typ = cmp.Or(firstOf(m, "type"), engine.TypeOf(d.cwe))
	switch strings.ToUpper(firstOf(m, "confidence")) {
	case "HIGH":
		d.confidence = 9
	case "MEDIUM":
		d.confidence = 6
	case "LOW":
		d.confidence = 3
	}
	d.cvss = vectorOf(r)
	d.yields = Yields(r)
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

// texts returns the string, or the list of strings, in metadata.
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

// vectorOf is the CVSS vector in the metadata, or one derived from severity, impact, and
// likelihood.
func vectorOf(r *rules.Rule) string {
	if v := firstOf(r.Metadata, "cvss", "cvss_vector", "cvss-vector"); v != "" {
		if _, err := cvss.Score(v); err == nil {
			return v
		}
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
