package rules

import (
	"fmt"
	"regexp"
	"strings"

	"vigil/internal/cvss"
)

// Details is what the metadata of a rule says about all its findings.
type Details struct {
	Type        string // "" if the metadata has none
	CWE, CVSS   string
	Confidence  float64
	Title       string
	Remediation string
	References  []string
	Yields      bool // to other rules for the same weakness
}

var cweRE = regexp.MustCompile(`(?i)\bCWE-0*([1-9][0-9]{0,4})\b`)

// Details reads the metadata of a rule. What it lacks gets a default.
func (r *Rule) Details() Details {
	m := r.Metadata
	d := Details{CWE: "CWE-710", Confidence: 5, Title: titleOf(r), Type: firstOf(m, "type"), Yields: firstOf(m, "yields") == "true"}
	for _, text := range metadataTexts(m["cwe"]) {
		if c := cweRE.FindStringSubmatch(text); c != nil {
			d.CWE = "CWE-" + c[1]
			break
		}
	}
	switch strings.ToUpper(firstOf(m, "confidence")) {
	case "HIGH":
		d.Confidence = 9
	case "MEDIUM":
		d.Confidence = 6
	case "LOW":
		d.Confidence = 3
	}
	d.CVSS = vectorOf(r)
	for _, ref := range metadataTexts(m["references"]) {
		if strings.HasPrefix(ref, "https://") || strings.HasPrefix(ref, "http://") {
			d.References = append(d.References, ref)
		}
	}
	d.References = append(d.References, "https://cwe.mitre.org/data/definitions/"+strings.TrimPrefix(d.CWE, "CWE-")+".html")
	d.Remediation = firstOf(m, "remediation")
	if d.Remediation == "" && r.Fix != "" {
		d.Remediation = "Replace it by:\n\n" + strings.TrimSpace(r.Fix)
	}
	if d.Remediation == "" {
		d.Remediation = "See the description of the rule " + r.ID + " and its references."
	}
	return d
}

// titleOf is the title in the metadata, or the id in words.
func titleOf(r *Rule) string {
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

// metadataTexts returns the string, or the list of strings, in metadata.
func metadataTexts(v any) []string {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		var out []string
		for _, x := range v {
			out = append(out, metadataTexts(x)...)
		}
		return out
	}
	return []string{fmt.Sprint(v)}
}

func firstOf(m map[string]any, names ...string) string {
	for _, n := range names {
		if t := metadataTexts(m[n]); len(t) > 0 && strings.TrimSpace(t[0]) != "" {
			return strings.TrimSpace(t[0])
		}
	}
	return ""
}

// vectorOf is the CVSS vector in the metadata, or one derived from severity, impact, and
// likelihood.
func vectorOf(r *Rule) string {
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
