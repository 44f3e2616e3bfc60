package advisory

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"vigil/internal/ecosystem"
)

// osvRecord is an OSV record, as far as it is used.
type osvRecord struct {
	ID         string        `json:"id"`
	Modified   string        `json:"modified"`
	Published  string        `json:"published"`
	Withdrawn  string        `json:"withdrawn"`
	Aliases    []string      `json:"aliases"`
	Summary    string        `json:"summary"`
	Details    string        `json:"details"`
	Severity   []osvSeverity `json:"severity"`
	Affected   []osvAffected `json:"affected"`
	References []struct {
		Type string `json:"type"`
		URL  string `json:"url"`
	} `json:"references"`
	DatabaseSpecific json.RawMessage `json:"database_specific"`
}

type osvSeverity struct {
	Type  string `json:"type"`
	Score string `json:"score"`
}

type osvAffected struct {
	Package struct {
		Ecosystem string `json:"ecosystem"`
		Name      string `json:"name"`
	} `json:"package"`
	Severity []osvSeverity `json:"severity"`
	Ranges   []struct {
		Type   string              `json:"type"`
		Events []map[string]string `json:"events"`
	} `json:"ranges"`
	Versions         []string        `json:"versions"`
	DatabaseSpecific json.RawMessage `json:"database_specific"`
}

// Longer values are truncated or dropped.
const (
	maxSummary    = 200
	maxSentence   = 120 // used when there is no summary
	maxReferences = 5
	maxURL        = 500
	maxName       = 214 // length of a package name
	maxNames      = 50  // IDs per advisory
	maxVersions   = 20_000
	maxRanges     = 1000
)

// nameRE matches IDs that suppression comments can name.
var nameRE = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$`)

var cweRE = regexp.MustCompile(`^CWE-[1-9][0-9]{0,5}$`)

// packageAdvisory is the part of a record about one package.
type packageAdvisory struct {
	kind     ecosystem.Kind
	name     string
	advisory Advisory
}

// parsed is a parsed record.
type parsed struct {
	id        string
	modified  int64
	withdrawn bool
	packages  []packageAdvisory // supported ecosystems only
}

// parseOSV parses a record. Packages of unsupported ecosystems are dropped.
func parseOSV(text []byte) (p parsed, err error) {
	var r osvRecord
	if err := json.Unmarshal(text, &r); err != nil {
		return p, fmt.Errorf("it is not in OSV's format: %w", err)
	}
	if !nameRE.MatchString(r.ID) {
		return p, errors.New("it is not in OSV's format: it has no id")
	}
	modified, err := time.Parse(time.RFC3339, r.Modified)
	if err != nil {
		return p, fmt.Errorf("%s: modified is not a time: %q", r.ID, clean(r.Modified, 40))
	}
	if published, err := time.Parse(time.RFC3339, r.Published); err == nil && published.After(modified) {
		modified = published // some sources have no modification time and write one far in the past
	}
	p = parsed{id: r.ID, modified: modified.Unix(), withdrawn: r.Withdrawn != ""}
	if p.withdrawn {
		return p, nil
	}
	all := r.common()
	all.Modified = p.modified
	for _, affected := range r.Affected {
		kind, _, _ := strings.Cut(affected.Package.Ecosystem, ":") // it may have a suffix, such as a repository
		k, name := ecosystem.Kind(kind), affected.Package.Name
		if !k.Known() || name == "" || len(name) > maxName {
			continue
		}
		one := all
		if all.Guessed {
			one.CVSS, one.Guessed = vector(affected.Severity, all.CVSS)
		}
		one.Ranges, one.Versions = affected.compile(k)
		p.add(packageAdvisory{k, k.Normal(name), one})
	}
	return p, nil
}

// add adds the advisory of a package, merging several entries for the same package.
func (p *parsed) add(a packageAdvisory) {
	for i := range p.packages {
		if was := &p.packages[i]; was.kind == a.kind && was.name == a.name {
			was.advisory.Ranges = append(was.advisory.Ranges, a.advisory.Ranges...)
			was.advisory.Versions = append(was.advisory.Versions, a.advisory.Versions...)
			return
		}
	}
	p.packages = append(p.packages, a)
}

// common returns what a record says about all its packages.
func (r *osvRecord) common() Advisory {
	a := Advisory{ID: r.ID, Summary: clean(r.Summary, maxSummary)}
	if a.Summary == "" {
		a.Summary = clean(firstSentence(r.Details), maxSentence)
	}
	for _, alias := range r.Aliases {
		if nameRE.MatchString(alias) && alias != r.ID && len(a.Aliases) < maxNames {
			a.Aliases = append(a.Aliases, alias)
		}
	}
	var more struct {
		Severity string   `json:"severity"`
		CWEs     []string `json:"cwe_ids"`
	}
	_ = json.Unmarshal(r.DatabaseSpecific, &more) // database-specific fields, best effort
	a.CVSS, a.Guessed = vector(r.Severity, "")
	if a.Guessed {
		a.CVSS = vectorOfWord(r.ID, more.Severity)
	}
	for _, cwe := range more.CWEs {
		if cweRE.MatchString(cwe) {
			a.CWE = cwe
			break
		}
	}
	if a.CWE == "" && isMalicious(r.ID) {
		a.CWE = "CWE-506"
	}
	for _, first := range []bool{true, false} { // advisories and articles before fixes
		for _, ref := range r.References {
			isFirst := ref.Type == "ADVISORY"
			if isFirst == first && isLink(ref.URL) && len(a.References) < maxReferences && !slices.Contains(a.References, ref.URL) {
				a.References = append(a.References, ref.URL)
			}
		}
	}
	return a
}

func isMalicious(id string) bool { return strings.HasPrefix(id, "MAL-") }

func isLink(url string) bool {
	return (strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")) && len(url) <= maxURL &&
		!strings.ContainsFunc(url, func(r rune) bool { return r <= ' ' || r == unicode.ReplacementChar || r == 0x7f })
}

// clean returns a single line of printable text.
func clean(s string, most int) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || !unicode.IsGraphic(r) {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// firstSentence returns the first sentence that says more than what the package is.
func firstSentence(details string) string {
	details = clean(details[:min(len(details), 4*maxSummary)], 4*maxSummary)
	for {
		first, rest, more := strings.Cut(details, ". ")
		if !more || !introRE.MatchString(first) {
			return strings.TrimSuffix(first, ".")
		}
		details = rest
	}
}

var introRE = regexp.MustCompile(`^[\w.-]+ (is|are) (an?|the) `)
