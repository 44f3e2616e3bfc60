package ruletest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Summary is the scores of one language.
type Summary struct {
	Language string
	Files    Score
	Found    Score
	Clean    Score
}

// Annotations is the score of both kinds of annotations.
func (s Summary) Annotations() Score {
	return Score{s.Found.Right + s.Clean.Right, s.Found.All + s.Clean.All}
}

// Summaries returns the scores of each language that has tests, by name, and the total at
// the end.
func (r *Report) Summaries() []Summary {
	by := map[string]*Summary{}
	all := Summary{Language: "all"}
	for i := range r.Results {
		x := &r.Results[i]
		if x.Found.All+x.Clean.All == 0 && x.Right() {
			continue // no expectations
		}
		s := by[x.Language]
		if s == nil {
			s = &Summary{Language: x.Language}
			by[x.Language] = s
		}
		for _, sum := range []*Summary{s, &all} {
			sum.Files.All++
			if x.Right() {
				sum.Files.Right++
			}
			sum.Found.Right += x.Found.Right
			sum.Found.All += x.Found.All
			sum.Clean.Right += x.Clean.Right
			sum.Clean.All += x.Clean.All
		}
	}
	var out []Summary
	for _, s := range by {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Summary) int { return cmp.Compare(a.Language, b.Language) })
	return append(out, all)
}

// Share is the percentage.
func (s Score) Share() float64 {
	if s.All == 0 {
		return 100
	}
	return 100 * float64(s.Right) / float64(s.All)
}

func (s Score) String() string { return fmt.Sprintf("%5.1f%%  %d/%d", s.Share(), s.Right, s.All) }

// Write prints the mistakes, then the scores.
func (r *Report) Write(w io.Writer) error {
	for _, p := range r.Problems {
		if !p.Minor {
			fmt.Fprintln(w, p)
		}
	}
	for _, x := range r.Results {
		if x.Err != nil {
			fmt.Fprintf(w, "%s: %v\n", x.File, x.Err)
		}
		for _, wrong := range x.Wrong {
			what := "unexpected"
			switch {
			case wrong.Missing:
				what = "missing"
			case wrong.Annotated:
				what = "not ok"
			}
			fmt.Fprintf(w, "%s:%d: %s %s: %s\n", x.File, wrong.Line, what, wrong.Rule, wrong.Text)
		}
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "language\tcorrect annotations\tcorrect ruleid\tcorrect ok\tcorrect files")
	for _, s := range r.Summaries() {
		fmt.Fprintf(t, "%s\t%v\t%v\t%v\t%v\n", s.Language, s.Annotations(), s.Found, s.Clean, s.Files)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%d rules, %d test files, %d rule files without a test\n", r.Rules, len(r.Results), len(r.Untested))
	return err
}
