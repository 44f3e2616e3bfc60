package remote

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"vigil/internal/cli/command"
)

func (r *session) printJSON(value any) error {
	if err := command.WriteValue(r.cmd.OutOrStdout(), value, ""); err != nil {
		return err
	}
	_, err := fmt.Fprintln(r.cmd.OutOrStdout())
	return err
}

// limitFlag declares the maximum number of entries of a list.
func limitFlag(flags *pflag.FlagSet, to *int) {
	flags.IntVar(to, "limit", 50, "maximum number of entries; 0 for all")
}

// printList streams a list as a table or a JSON array. A limit of 0 means all entries.
func printList[T any](r *session, items iter.Seq2[T, error], limit int, header string, row func(T) []string) error {
	if limit < 0 {
		return command.Usagef("--limit must be 0, for all entries, or more")
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
		if err := command.WriteValue(w, item, "  "); err != nil {
			return err
		}
		before = ",\n"
	}
	end := "\n]\n"
	if before == "[\n" { // the list is empty
		end = "[]\n"
	}
	_, err := io.WriteString(w, end)
	return err
}

// flushAfter is the number of rows after which column widths are computed anew.
const flushAfter = 1000

// writeRows writes a table. Rows before an error are shown.
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
			cells[i] = command.Plain(cells[i])
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

// only is a list of one entry.
func only[T any](item T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) { yield(item, nil) }
}

// printFields writes pairs of name and value, one per line. Empty values are omitted.
func (r *session) printFields(pairs ...string) error {
	table := tabwriter.NewWriter(r.cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			fmt.Fprintf(table, "%s\t%s\n", pairs[i], command.Plain(pairs[i+1]))
		}
	}
	return table.Flush()
}

// note writes a message to standard error.
func (r *session) note(format string, args ...any) {
	fmt.Fprintln(r.cmd.ErrOrStderr(), command.Plain(fmt.Sprintf(format, args...)))
}

// orDash returns a value for a table, with a dash for null.
func orDash(s *string) string {
	if s == nil || *s == "" {
		return "-"
	}
	return *s
}

// orNothing returns "" for null, which printFields omits.
func orNothing(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
