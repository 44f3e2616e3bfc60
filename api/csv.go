package api

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"vigil/internal/visible"
)

// csvColumns are the columns of vulnerabilities as CSV, each with what it shows.
var csvColumns = []struct {
	name string
	show func(v Vulnerability) string
}{
	{"id", func(v Vulnerability) string { return v.ID }},
	{"status", func(v Vulnerability) string { return v.Status }},
	{"severity", func(v Vulnerability) string { return fmt.Sprint(v.Severity) }},
	{"severity_level", func(v Vulnerability) string { return v.SeverityLevel }},
	{"type", func(v Vulnerability) string { return v.Type }},
	{"cwe", func(v Vulnerability) string { return v.CWE }},
	{"title", func(v Vulnerability) string { return v.Title }},
	{"short_description", func(v Vulnerability) string { return v.ShortDescription }},
	{"repository", func(v Vulnerability) string {
		if v.Repository == nil {
			return ""
		}
		return v.Repository.FullName
	}},
	{"file_path", func(v Vulnerability) string { return v.FilePath }},
	{"confidence_score", func(v Vulnerability) string { return fmt.Sprint(v.ConfidenceScore) }},
	{"cvss_vector", func(v Vulnerability) string { return v.CVSSVector }},
	{"scan_id", func(v Vulnerability) string { return v.ScanID }},
	{"created_at", func(v Vulnerability) string { return v.CreatedAt }},
}

// VulnerabilityColumns returns the header of vulnerabilities as CSV.
func VulnerabilityColumns() []string {
	out := make([]string, len(csvColumns))
	for i, c := range csvColumns {
		out[i] = c.name
	}
	return out
}

// Row returns the vulnerability as a row of CSV.
func (v Vulnerability) Row() []string {
	out := make([]string, len(csvColumns))
	for i, c := range csvColumns {
		out[i] = cell(visible.Text(c.show(v)))
	}
	return out
}

// cell keeps programs that open the table from taking a text for a formula: titles and
// paths come from strangers' repositories. Some take the wide forms of the signs for them.
func cell(s string) string {
	if first, _ := utf8.DecodeRuneInString(s); s != "" && strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) {
		if _, err := strconv.ParseFloat(s, 64); err != nil {
			return "'" + s
		}
	}
	return s
}
