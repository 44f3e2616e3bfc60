package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"
)

// writeValue writes JSON that does nothing to a terminal either.
func writeValue(w io.Writer, value any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(indent, "  ")
	if err := e.Encode(value); err != nil {
		return err
	}
	_, err := io.WriteString(w, indent+escape(strings.TrimSuffix(b.String(), "\n"), "\n"))
	return err
}

func (r *session) printJSON(value any) error {
	if err := writeValue(r.cmd.OutOrStdout(), value, ""); err != nil {
		return err
	}
	_, err := fmt.Fprintln(r.cmd.OutOrStdout())
	return err
}

// limitFlag declares how many entries of a list are shown.
func limitFlag(flags *pflag.FlagSet, to *int) {
	flags.IntVar(to, "limit", 50, "maximum number of entries; 0 for all")
}

// printList writes a list as it comes, as a table or as a JSON array. limit 0 is all.
func printList[T any](r *session, items iter.Seq2[T, error], limit int, header string, row func(T) []string) error {
	if limit < 0 {
		return usagef("--limit must be a number from 0 on, where 0 is all")
	}
	more := false
	some := func(yield func(T, error) bool) {
		n := 0
		for item, err := range items {
			if more = limit > 0 && n == limit && err == nil; more || !yield(item, err) {
				return
			}
			n++
		}
	}
	var err error
	if r.json {
		err = writeArray(r.cmd.OutOrStdout(), some)
	} else {
		err = writeRows(r.cmd.OutOrStdout(), some, header, row)
	}
	if more {
		r.note("More entries exist: use --limit 0 to show all.")
	}
	return err
}

func writeArray[T any](w io.Writer, items iter.Seq2[T, error]) error {
	before := "[\n"
	for item, err := range items {
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, before); err != nil {
			return err
		}
		if err := writeValue(w, item, "  "); err != nil {
			return err
		}
		before = ",\n"
	}
	end := "\n]\n"
	if before == "[\n" { // nothing came
		end = "[]\n"
	}
	_, err := io.WriteString(w, end)
	return err
}

// flushAfter is how many rows a table has before its columns may change their width.
const flushAfter = 1000

// writeRows writes a table. What comes before an error is shown.
func writeRows[T any](w io.Writer, items iter.Seq2[T, error], header string, row func(T) []string) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.ReplaceAll(header, ",", "\t"))
	n := 0
	for item, err := range items {
		if err != nil && n == 0 {
			return err
		}
		if err != nil {
			return errors.Join(table.Flush(), err)
		}
		cells := row(item)
		for i := range cells {
			cells[i] = plain(cells[i])
		}
		fmt.Fprintln(table, strings.Join(cells, "\t"))
		if n++; n%flushAfter == 0 {
			if err := table.Flush(); err != nil {
				return err
			}
		}
	}
	return table.Flush()
}

// only is a list of one.
func only[T any](item T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) { yield(item, nil) }
}

// printFields writes name and value in turns, one pair per line. What is empty is left
// out.
func (r *session) printFields(pairs ...string) error {
	table := tabwriter.NewWriter(r.cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(table, "%s\t%s\n", pairs[i], plain(pairs[i+1]))
		}
	}
	return table.Flush()
}

// note tells a person something that is no result.
func (r *session) note(format string, args ...any) {
	fmt.Fprintln(r.cmd.ErrOrStderr(), plain(fmt.Sprintf(format, args...)))
}

// orDash is what a table shows for a value that may be null.
func orDash(s *string) string {
	if s == nil || *s == "" {
		return "-"
	}
	return *s
}

// orNothing leaves a null value out of the fields that are printed.
func orNothing(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
