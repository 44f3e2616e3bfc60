package pack

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plainLanguages are the languages whose rules are written in the vocabulary of the field.
// Add a language here once its rules are.
var plainLanguages = []string{"compose", "csharp", "dockerfile", "github-actions", "go", "java", "javascript", "kubernetes", "php", "python", "ruby", "terraform"}

// banned are expressions that paraphrase a term the reader knows and searches for, each with that term.
var banned = []struct {
	re  *regexp.Regexp
	say string
}{
	{regexp.MustCompile(`(?i)\b(data|text|object|fields?|header|number) of (a|the) request\b`), "request data"},
	{regexp.MustCompile(`(?i)\bwho(ever| sends)\b`), "an attacker, anyone"},
	{regexp.MustCompile(`(?i)\b(any|every|some)body\b`), "anyone, every user"},
	{regexp.MustCompile(`(?i)\bin the name of\b`), "on behalf of"},
	{regexp.MustCompile(`(?i)\b(put|pasted|goes) into the text\b`), "concatenated into"},
	{regexp.MustCompile(`(?i)\b(anyone|others|sits?) on the way\b`), "on the network path"},
	{regexp.MustCompile(`(?i)\bfrom outside\b`), "untrusted"},
	{regexp.MustCompile(`(?i)\b(list|route|authority|table) of your own\b`), "allowlist; your own route"},
	{regexp.MustCompile(`(?i)\bstores? (of|for) secrets\b`), "secret store"},
	{regexp.MustCompile(`(?i)\bwithout a look at\b`), "without validating"},
	{regexp.MustCompile(`(?i)\b(prepared|foreign) (link|text|value|file|data|page)\b`), "crafted link, untrusted data"},
	{regexp.MustCompile(`(?i)\b\w*(isation|behaviour|neighbour|favour)`), "American spelling"},
	{regexp.MustCompile(`!`), "a period"},
}

// TestProse keeps paraphrases out of what users read about a rule. They read well one by one, but make a
// reader translate back, and a search for "concatenated" or "on behalf of" finds nothing.
func TestProse(t *testing.T) {
	for _, r := range allRules(t) {
		if !slices.Contains(plainLanguages, path.Base(path.Dir(r.Path))) {
			continue
		}
		for _, field := range []string{"title", "message", "remediation"} {
			text := r.Message
			if field != "message" {
				text, _ = r.Metadata[field].(string)
			}
			checkProse(t, r.ID+": the "+field, text)
		}
	}
	models, err := described()
	if err != nil {
		t.Fatal(err)
	}
	for name, words := range models.words {
		if language, _, _ := strings.Cut(name, "."); slices.Contains(plainLanguages, language) {
			checkProse(t, "the comment of model "+name, words)
		}
	}
}

func checkProse(t *testing.T, where, text string) {
	t.Helper()
	text = withoutCode(text)
	for _, b := range banned {
		if found := b.re.FindString(text); found != "" {
			t.Errorf("%s says %q; say %s", where, found, b.say)
		}
	}
}

var inlineCodeRE = regexp.MustCompile("`[^`]*`")

// withoutCode removes indented blocks and inline code.
func withoutCode(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "    ") {
			out.WriteString(inlineCodeRE.ReplaceAllString(line, ""))
		}
	}
	return out.String()
}
