package wiki

import (
	"regexp"
	"strings"
)

// readme keeps the title of a README and what it says first: up to two paragraphs of
// plain sentences, for badges, pictures, tables and code say little here.
func readme(g *gatherer) {
	switch strings.ToLower(base(g.path)) {
	case "readme", "readme.md", "readme.markdown", "readme.rst", "readme.txt", "readme.adoc":
	default:
		return // a translation, or something else
	}
	const most, shortest = 2, 36 // shorter ones are lists of links and the like
	var paragraph []string
	begin, found, fence, title, done := 0, 0, "", false, false
	previous, previousAt := "", 0
	flush := func() {
		if text := unmarked(strings.Join(paragraph, " ")); len(text) > shortest && found < most {
			g.at(begin, fact{kind: summary, group: "README", text: text})
			found++
		}
		paragraph = nil
	}
	head := func(text string, first bool, at int) {
		flush()
		text = unmarked(text)
		if first && !title && text != "" && !usualHeading.MatchString(text) {
			title = true
			g.at(at, fact{kind: headline, text: text})
			return
		}
		done = found > 0 // what follows is about something else
	}
	n := 0
	eachLine(g.src, func(line string, at int) bool {
		trimmed := strings.TrimSpace(line)
		n++
		switch m := htmlHead.FindStringSubmatch(trimmed); {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			flush()
			fence = trimmed[:3]
		case m != nil:
			head(m[1], true, at)
		case heading.MatchString(trimmed):
			m := heading.FindStringSubmatch(trimmed)
			head(m[2], len(m[1]) == 1, at)
		case underline.MatchString(trimmed) && previous != "":
			paragraph = nil
			head(previous, trimmed[0] == '=', previousAt)
		case trimmed == "":
			flush()
		case noSentence.MatchString(trimmed), line != trimmed && strings.HasPrefix(line, "    "):
			flush()
		default:
			if len(paragraph) == 0 {
				begin = at
			}
			paragraph = append(paragraph, trimmed)
		}
		previous, previousAt = trimmed, at
		return found < most && !done && n < 300
	})
	if !done {
		flush()
	}
}

var (
	htmlHead = regexp.MustCompile(`(?i)^<h1[^>]*>(.*?)(?:</h1>|$)`)
	heading  = regexp.MustCompile(`^(#{1,6}|=)\s+(.*?)\s*#*$`)
	// usualHeading is one that a project does not call itself by.
	usualHeading = regexp.MustCompile(`(?i)^(getting started|introduction|readme|overview|installation|install|usage|(table of )?contents|about|navigation|features|quick ?start|requirements|status)$`)
	underline    = regexp.MustCompile(`^(?:={3,}|-{3,}|~{3,}|\*{3,})$`)
	noSentence   = regexp.MustCompile(`^(?:[|>+*-]|\d+[.)]\s|\.\.\s|:\w+:|<|\[!|!\[|\[[^\]]+\]:|=+$|-+$)`)

	image     = regexp.MustCompile(`!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])`)
	reference = regexp.MustCompile(`\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])`)
	rstLink   = regexp.MustCompile("`([^`<]*?)\\s*<[^`>]*>`_+")
	tag       = regexp.MustCompile(`<[^>]*>`)
	emphasis  = regexp.MustCompile("\\*\\*|__|``?")
)

// unmarked takes the markup out of a sentence.
func unmarked(s string) string {
	s = image.ReplaceAllString(s, "")
	s = reference.ReplaceAllString(s, "$1")
	s = rstLink.ReplaceAllString(s, "$1")
	s = tag.ReplaceAllString(s, "")
	s = emphasis.ReplaceAllString(s, "")
	return strings.TrimSpace(s)
}
