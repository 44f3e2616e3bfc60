package prefilter

import (
	"maps"
	"slices"
	"strings"

	"vigil/internal/engine/redos"
	"vigil/internal/engine/rules"
)

// indexer numbers the words of all formulas of a filter.
type indexer struct {
	language string
	number   map[word]int32
	list     []word
	formulas int32 // that have a number
}

func (x *indexer) word(w word) int32 {
	id, known := x.number[w]
	if !known {
		id = int32(len(x.list))
		x.number[w] = id
		x.list = append(x.list, w)
	}
	return id
}

// formula derives for each part of a formula the words it cannot match without.
func (x *indexer) formula(f *Formula) {
	if f.indexed {
		return
	}
	f.indexed = true
	if len(f.Of) > 0 || len(f.Conditions) > 0 {
		x.formulas++
		f.number = x.formulas
	}
	switch {
	case f.Code != nil:
		x.code(f)
	case f.Text != nil:
		for _, w := range f.Text.Literals() {
			x.must(f, w, false)
		}
	case f.Kind == rules.Regex:
		x.oneOf(f, substrings(rules.Useful(f.Regex.Literals())))
		x.oneOf(f, x.afterQuote(f.Regex, false))
	}
	for _, sub := range f.Of {
		x.formula(sub)
	}
	for i := range f.Conditions {
		switch c := &f.Conditions[i]; {
		case c.Kind == rules.RegexCondition && !slices.ContainsFunc(f.Conditions, func(c Condition) bool { return c.Constants }):
			x.regexCondition(f, c)
		case c.Kind == rules.AnalysisCondition && c.Analyzer == "redos":
			x.oneOf(f, substrings(redos.Markers))
		case c.Inner != nil && c.Language == "":
			x.formula(c.Inner)
		}
	}
}

// code adds the words of a pattern of code.
func (x *indexer) code(f *Formula) {
	for _, w := range f.Code.Literals() {
		if x.language == "php" && strings.EqualFold(w, "echo") { // a page may have <?= in its place
			x.oneOf(f, []word{{text: w, whole: true, fold: true}, {text: "<?="}})
			continue
		}
		x.must(f, w, wholeWords[x.language])
	}
	for _, l := range f.Code.Links() {
		x.oneOf(f, x.link(l))
	}
	if f.Code.Shell() {
		x.oneOf(f, substrings([]string{"`", "%x"}))
	}
	if textsBehind[x.language] {
		for _, w := range f.Code.NamesBeforeTexts() {
			x.oneOf(f, x.with(runs([]string{w}, isNamePart, true), beforeText, ""))
		}
	}
	for _, t := range f.Code.Strings() {
		x.oneOf(f, stringWords(t))
	}
}

// regexCondition adds the words of a regular expression on a metavariable.
func (x *indexer) regexCondition(f *Formula, c *Condition) {
	list := x.conditionWords(f, c)
	x.oneOf(f, list)
	x.oneOf(f, x.placed(f, c, list))
	x.oneOf(f, x.member(f, c))
	x.oneOf(f, x.endings(f, c))
	x.oneOf(f, x.followed(f, c, list))
	if textsBehind[x.language] && f.surely(func(f *Formula) bool { return f.Code.BeforeText(c.Metavariable) }) {
		if ends := x.endings(f, c); ends != nil {
			list = ends
		}
		x.oneOf(f, x.with(list, beforeText, ""))
	}
	if f.quotes(c.Metavariable) {
		x.oneOf(f, x.afterQuote(c.Regex, true))
	}
}

// must records that a formula needs a word, unless it is too short to be useful.
func (x *indexer) must(f *Formula, text string, whole bool) {
	if len(text) > 1 {
		f.needs = append(f.needs, []int32{x.word(word{text: text, whole: whole, fold: x.language == "php"})})
	}
}

// oneOf records that a formula needs one of some words, if there are any.
func (x *indexer) oneOf(f *Formula, list []word) {
	var need []int32
	for _, w := range list {
		need = append(need, x.word(w))
	}
	if need != nil {
		f.needs = append(f.needs, need)
	}
}

func substrings(list []string) []word {
	var out []word
	for _, w := range list {
		out = append(out, word{text: w})
	}
	return out
}

// conditionWords returns words, one of which a file must contain for a regular expression to
// match the value of a metavariable; none if there are no such words.
//
// The value is part of the source, with two exceptions. A name may be an alias of an imported
// one, whose parts are in the file but perhaps not adjacent. A string may be concatenated from
// several; one that is split within a word is not found.
func (x *indexer) conditionWords(f *Formula, c *Condition) []word {
	quoted := f.quotes(c.Metavariable)
	texts, all := slices.Sorted(maps.Keys(c.Texts)), c.Texts != nil
	if !all {
		texts = c.Regex.Literals()
	}
	isPart := isNamePart
	if quoted {
		isPart = isLetter
	}
	list := runs(texts, isPart, all && !quoted && wholeWords[x.language])
	switch {
	case quoted && (list == nil || !slices.ContainsFunc(texts, func(t string) bool { return longestRun(t, isLetter) != t })) && all && plainTexts[x.language] && !f.isKey(c.Metavariable): // other languages have more ways to write a string
		return inQuotes(texts)
	case list != nil || quoted:
		return list
	}
	begin := c.Regex.Beginnings()
	if slices.ContainsFunc(begin, func(t string) bool { return isNamePart(t[0]) }) { // perhaps an alias
		return nil
	}
	return substrings(begin)
}

// endings returns the names and suffixes of names that the values allowed by a condition
// end with.
func (x *indexer) endings(f *Formula, c *Condition) []word {
	if !wholeWords[x.language] || f.quotes(c.Metavariable) {
		return nil
	}
	var out []word
	for _, e := range c.Endings {
		out = append(out, word{text: e.Text, whole: e.Whole, fold: e.Whole, ends: !e.Whole})
	}
	return out
}

// inQuotes returns texts in each kind of quotes; for one that may be a concatenation, its longest
// word.
func inQuotes(texts []string) []word {
	var out []word
	for _, t := range texts {
		if w := longestRun(t, isLetter); len(w) >= 3 && longestRun(t, isNamePart) != t {
			out = append(out, word{text: w})
			continue
		}
		for _, quote := range []string{"'", `"`, "`"} {
			out = append(out, word{text: quote + t + quote})
		}
	}
	return out
}

// runs returns the longest run of such bytes in each text; none if one of them is too short.
func runs(texts []string, is func(byte) bool, whole bool) []word {
	var out []word
	for _, t := range texts {
		w := longestRun(t, is)
		if len(w) < 3 && !(whole && len(w) == 2) {
			return nil
		}
		out = append(out, word{text: w, whole: whole})
	}
	return out
}

// stringWords returns words of which a file must have one to contain a string literal of a
// pattern, with the same exception as conditionWords.
func stringWords(text string) []word {
	list := []string{text}
	switch re, isRE := strings.CutPrefix(text, "=~/"); {
	case isRE:
		re = re[:max(0, strings.LastIndexByte(re, '/'))]
		parsed, err := rules.NewRegexp(re, false)
		if err != nil {
			return nil
		}
		list = parsed.Literals()
	case strings.Contains(text, "\\"): // it may be escaped in another way
		return nil
	}
	return runs(list, isLetter, false)
}
