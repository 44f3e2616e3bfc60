package cli

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vigil/api"
	"vigil/client"
)

const (
	completionTime  = 800 * time.Millisecond // somebody holds a finger over the keys
	completionRows  = 1000                   // that are looked through
	completionShown = 100
)

// word is something that can be typed, and what it means.
type word struct{ value, meaning string }

// completion gives shells what there is on the server for the arguments of a command.
// from says where, by the arguments that are there already; nil: there are no more.
// Without a server, or with one that does not answer quickly, there is nothing, silently.
func (f *clientFlags) completion(from func(ctx context.Context, c *client.Client, args []string) iter.Seq2[word, error]) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		const no = cobra.ShellCompDirectiveNoFileComp
		r, err := f.session(c)
		if err != nil {
			return nil, no
		}
		r.Tries = 1
		ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Context()), completionTime)
		defer cancel()
		words := from(ctx, r.Client, args)
		if words == nil {
			return nil, no
		}
		var out []cobra.Completion
		rows := 0
		for w, err := range words {
			if rows++; err != nil || rows > completionRows || len(out) == completionShown {
				break
			}
			if strings.HasPrefix(strings.ToLower(w.value), strings.ToLower(typed)) && !slices.Contains(args, w.value) && plain(w.value) == w.value {
				out = append(out, cobra.CompletionWithDesc(w.value, plain(w.meaning)))
			}
		}
		return out, no
	}
}

// mapped makes words of the entries of a list.
func mapped[T any](items iter.Seq2[T, error], as func(T) word) iter.Seq2[word, error] {
	return func(yield func(word, error) bool) {
		for item, err := range items {
			if err != nil {
				yield(word{}, err)
				return
			}
			if !yield(as(item), nil) {
				return
			}
		}
	}
}

// first is for a command that takes one argument.
func first(from func(context.Context, *client.Client) iter.Seq2[word, error]) func(context.Context, *client.Client, []string) iter.Seq2[word, error] {
	return func(ctx context.Context, c *client.Client, args []string) iter.Seq2[word, error] {
		if len(args) > 0 {
			return nil
		}
		return from(ctx, c)
	}
}

// every is for a flag, or a command that takes any number of arguments.
func every(from func(context.Context, *client.Client) iter.Seq2[word, error]) func(context.Context, *client.Client, []string) iter.Seq2[word, error] {
	return func(ctx context.Context, c *client.Client, _ []string) iter.Seq2[word, error] { return from(ctx, c) }
}

func repositoryWords(ctx context.Context, c *client.Client) iter.Seq2[word, error] {
	return mapped(c.Repositories(ctx), func(r api.Repository) word { return word{r.FullName, r.Provider} })
}

func scanWords(ctx context.Context, c *client.Client) iter.Seq2[word, error] {
	return mapped(c.Scans(ctx, client.ScanFilter{}), func(s api.Scan) word {
		return word{s.ID, strings.Join([]string{orDash(s.Status), orDash(s.Repository), s.Name}, " ")}
	})
}

func vulnerabilityWords(ctx context.Context, c *client.Client) iter.Seq2[word, error] {
	return mapped(c.Vulnerabilities(ctx, client.VulnerabilityFilter{}), func(v api.Vulnerability) word {
		return word{v.ID, v.SeverityLevel + " " + v.Status + " " + v.Title + " " + v.FilePath}
	})
}

func scheduleWords(ctx context.Context, c *client.Client) iter.Seq2[word, error] {
	return mapped(c.Schedules(ctx), func(s api.Schedule) word { return word{s.ID, s.Name} })
}

func webhookWords(ctx context.Context, c *client.Client) iter.Seq2[word, error] {
	return mapped(c.Webhooks(ctx), func(w api.Webhook) word { return word{w.ID, w.URL} })
}

// deliveryWords is for a webhook, and then a delivery to it.
func deliveryWords(ctx context.Context, c *client.Client, args []string) iter.Seq2[word, error] {
	switch len(args) {
	case 0:
		return webhookWords(ctx, c)
	case 1:
		return mapped(c.Deliveries(ctx, args[0]), func(d api.Delivery) word { return word{d.ID, d.Status + " " + d.EventType} })
	}
	return nil
}

// completeFlag gives shells the values that a flag takes, also behind a comma.
func completeFlag[T ~string](c *cobra.Command, flag string, values []T) {
	mustRegister(c, flag, func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := ""
		if c.Flags().Lookup(flag).Value.Type() == "stringSlice" {
			before = typed[:strings.LastIndex(typed, ",")+1]
		}
		var out []cobra.Completion
		for _, v := range values {
			if strings.HasPrefix(before+string(v), typed) {
				out = append(out, before+string(v))
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	})
}

func texts[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}

func mustRegister(c *cobra.Command, flag string, fn cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, fn); err != nil {
		panic(err) // there is no such flag: a mistake in this package
	}
}
