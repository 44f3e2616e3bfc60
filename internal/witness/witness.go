// Package witness examines proposals of weaknesses as far as that needs no analysis: their
// form, the quoted code, and the diff. Start with Check and Apply; package proof does the rest.
//
// It reads texts whose author is not trusted, in the server's own process: all it does is
// bounded, and it never interprets source code. It must not know the database, the API, or the
// engine.
package witness

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vigil"
	"vigil/internal/engine/files"
)

var cweRE = regexp.MustCompile(`^CWE-[1-9][0-9]{0,4}$`)

// Check returns the patch of a proposal whose form is right. The error is a *vigil.RefusedError.
func Check(p vigil.Proposal) (Patch, error) {
	long := func(s string, most int) bool {
		return len(s) > most || !utf8.ValidString(s) || strings.ContainsRune(s, 0)
	}
	invalid := func(part, format string, args ...any) error {
		return &vigil.RefusedError{Reason: vigil.ProposalInvalid, Detail: part + " " + fmt.Sprintf(format, args...), Part: part}
	}
	switch {
	case !cweRE.MatchString(vigil.NormalCWE(p.CWE)):
		return nil, invalid("cwe", "must be the number of a weakness, such as CWE-639")
	case p.File == "" || long(p.File, 1000):
		return nil, invalid("file", "must be the path of a file in the repository")
	case p.Line < 1 || p.Line > maxLineNumber:
		return nil, invalid("line", "must be the number of a line, from 1")
	case strings.TrimSpace(p.Code) == "" || long(p.Code, vigil.MaxQuoteBytes):
		return nil, invalid("code", "must quote the code at that line, at most %d bytes of it", vigil.MaxQuoteBytes)
	case strings.TrimSpace(p.Witness) == "" || long(p.Witness, vigil.MaxWitnessBytes):
		return nil, invalid("witness", "must be a rule of at most %d bytes", vigil.MaxWitnessBytes)
	case strings.TrimSpace(p.Mend) == "":
		return nil, invalid("mend", "must be a unified diff")
	case len(p.Also) > vigil.MaxProposalPlace:
		return nil, invalid("also", "may list at most %d places", vigil.MaxProposalPlace)
	}
	for _, place := range p.Also {
		if place.File == "" || long(place.File, 1000) || place.Line < 1 {
			return nil, invalid("also", "must list files and lines")
		}
	}
	for _, text := range []struct{ part, text string }{{"title", p.Title}, {"description", p.Description}, {"remediation", p.Remediation}} {
		if long(text.text, vigil.MaxProposalText) {
			return nil, invalid(text.part, "may have at most %d bytes", vigil.MaxProposalText)
		}
	}
	return CheckPatch(p.Mend)
}

// CheckPatch returns the patch of a diff that only changes lines of source code, and hides no
// finding. The error is a *vigil.RefusedError.
func CheckPatch(diff string) (Patch, error) {
	patch, err := ParsePatch(diff)
	if err != nil {
		return nil, err
	}
	return patch, patch.check()
}

// suppressRE is a comment that hides findings, of Vigil or of another tool: a mend removes the
// weakness, not the finding.
var suppressRE = regexp.MustCompile(`(?i)vigil:ignore|nosem(grep)?\b|semgrep-ignore|\bnosec\b|#\s*noqa|\bNOSONAR\b|gitleaks:allow|allowlist\s+secret|codeql\[|lgtm\b.*\[|` +
	`eslint-disable|tslint:disable|biome-ignore|rubocop:disable|brakeman:ignore|phpcs:(ignore|disable)|psalm-suppress|phpstan-ignore|//\s*nolint|#nosec|NOLINT|` +
	`@?SuppressWarnings|SuppressFBWarnings|pragma\s+warning\s+disable|SuppressMessage|checkov:skip|tfsec:ignore|trivy:ignore|kics-scan|snyk:ignore|bearer:disable|pylint:\s*disable`)

// check refuses changes that no mend needs.
func (p Patch) check() (err error) {
	for _, f := range p {
		if !IsSource(f.Path) {
			return vigil.Refuse(vigil.MendNotSource, "%s is not source code", shown(f.Path))
		}
	}
	p.Added(func(path, line string) {
		if strings.ContainsFunc(line, invisible) && err == nil {
			err = vigil.Refuse(vigil.MendNotSource, "%s: the diff adds characters that nobody sees", path)
		}
		if mark := suppressRE.FindString(line); mark != "" && err == nil {
			err = vigil.Refuse(vigil.MendSuppresses, "%s: the diff adds %s, which hides findings", path, shown(mark))
		}
	})
	return err
}

// invisible reports whether a character can make a line read as another.
func invisible(r rune) bool {
	return r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Variation_Selector))
}

// sourceLanguages are those whose files a mend may change: programs whose syntax can be checked.
var sourceLanguages = strings.Fields("python javascript typescript java go ruby php csharp kotlin scala rust c cpp bash solidity")

// IsSource reports by its path whether a mend may change a file: it is a program, and not one
// of a third party.
func IsSource(path string) bool {
	if files.Vendored(path) || files.BinaryName(path) {
		return false
	}
	languages := files.Languages(path, "")
	return len(languages) > 0 && slices.Contains(sourceLanguages, languages[0])
}

// FindQuote returns the last line of the quoted code in a file. The quoted lines are compared
// without white space around them, for whoever quotes code may indent it differently.
func FindQuote(content []byte, p vigil.Proposal) (last int, err error) {
	quoted := strings.Split(strings.Trim(p.Code, "\r\n"), "\n")
	for i := range quoted {
		quoted[i] = strings.TrimSpace(quoted[i])
	}
	lines := strings.Split(string(content), "\n")
	if quoteAt(lines, p.Line-1, quoted) {
		return p.Line - 1 + len(quoted), nil
	}
	left := maxCompared
	for at := 0; at < len(lines) && left > 0; at++ {
		left -= len(quoted)
		if quoteAt(lines, at, quoted) {
			return 0, vigil.Refuse(vigil.WrongPlace, "%s has the quoted code at line %d, not at line %d", shown(p.File), at+1, p.Line)
		}
	}
	return 0, vigil.Refuse(vigil.InventedCode, "%s does not have the quoted code", shown(p.File))
}

// quoteAt reports whether lines have the quote at an index. One line may be quoted in part.
func quoteAt(lines []string, at int, quoted []string) bool {
	if at < 0 || at+len(quoted) > len(lines) {
		return false
	}
	for i, q := range quoted {
		line := strings.TrimSpace(lines[at+i])
		if line != q && !(len(quoted) == 1 && q != "" && strings.Contains(line, q)) {
			return false
		}
	}
	return true
}
