package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vigil"
	"vigil/internal/cli/command"
)

func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Generate man pages for all commands",
		Long:  "Generate man pages for all commands in a folder such as ~/.local/share/man/man1. View one with, for example, \"man vigil-scans-start\".",
		Args:  command.ExactArgs("DIR"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			return writeManual(c.Root(), args[0])
		},
	}
}

// writeManual writes the manual pages of a command and its subcommands.
func writeManual(c *cobra.Command, dir string) error {
	if err := os.WriteFile(filepath.Join(dir, manualName(c)+".1"), []byte(manualPage(c)), 0o644); err != nil {
		return fmt.Errorf("write manual page: %w", err)
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			if err := writeManual(sub, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

func manualName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manualPage returns the manual page of a command, in the macros of man(7). It is
// reproducible: it has no date.
func manualPage(c *cobra.Command) string {
	var b strings.Builder
	section := func(title string) { fmt.Fprintf(&b, ".SH %s\n", title) }
	fmt.Fprintf(&b, ".TH %q 1 \"\" \"Vigil %s\" \"Vigil\"\n", strings.ToUpper(manualName(c)), vigil.Version)
	section("NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", roff(manualName(c)), roff(c.Short))
	section("SYNOPSIS")
	fmt.Fprintf(&b, ".B %s\n", roff(c.UseLine()))
	section("DESCRIPTION")
	about := c.Long
	if about == "" {
		about = c.Short + "."
	}
	b.WriteString(strings.ReplaceAll(roff(about), "\n\n", "\n.PP\n") + "\n")
	if c.HasAvailableSubCommands() {
		section("COMMANDS")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, ".TP\n.BR %s (1)\n%s\n", roff(manualName(sub)), roff(sub.Short))
			}
		}
	}
	c.InitDefaultHelpFlag()
	section("OPTIONS")
	c.Flags().AddFlagSet(c.InheritedFlags())
	c.Flags().VisitAll(func(f *pflag.Flag) {
		kind, usage := pflag.UnquoteUsage(f)
		short := ""
		if f.Shorthand != "" {
			short = "-" + f.Shorthand + ", "
		}
		fmt.Fprintf(&b, ".TP\n.B %s\n%s", roff(strings.TrimSpace(short+"--"+f.Name+" "+kind)), roff(usage))
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" {
			fmt.Fprintf(&b, " (default %s)", roff(f.DefValue))
		}
		b.WriteString("\n")
	})
	if c.Example != "" {
		section("EXAMPLE")
		fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roff(c.Example))
	}
	section("EXIT STATUS")
	b.WriteString("0: success. 1: gate failed. 2: usage error. 3: failure, or an unknown verdict.\n")
	if c.HasParent() {
		section("SEE ALSO")
		fmt.Fprintf(&b, ".BR %s (1)\n", roff(manualName(c.Parent())))
	}
	return b.String()
}

// roff escapes characters that are special to roff.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `…`, `...`).Replace(s)
	out := strings.Split(s, "\n")
	for i, line := range out {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			out[i] = `\&` + line
		}
	}
	return strings.Join(out, "\n")
}
