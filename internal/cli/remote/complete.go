package remote

import (
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vigil/api"
	"vigil/client"
	"vigil/internal/cli/command"
)

const (
	completionTime  = 800 * time.Millisecond // the user is waiting at the prompt
	completionRows  = 1000                   // read at most
	completionShown = 100
)

// word is a completion and its description.
type word struct{ value, meaning string }

// completion completes the arguments of a command with objects on the server. from lists them,
// given the arguments so far; nil means that there are no more arguments. If the server is
// missing or slow there are no completions, and no error.
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
			if strings.HasPrefix(strings.ToLower(w.value), strings.ToLower(typed)) && !slices.Contains(args, w.value) && command.Plain(w.value) == w.value {
				out = append(out, cobra.CompletionWithDesc(w.value, command.Plain(w.meaning)))
			}
		}
		return out, no
	}
}

// mapped converts the entries of a list to words.
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

// first completes a command that takes one argument.
func first(from func(context.Context, *client.Client) iter.Seq2[word, error]) func(context.Context, *client.Client, []string) iter.Seq2[word, error] {
	return func(ctx context.Context, c *client.Client, args []string) iter.Seq2[word, error] {
		if len(args) > 0 {
			return nil
		}
		return from(ctx, c)
	}
}

// every completes a flag, or a command that takes any number of arguments.
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

func hookSecretWords(ctx context.Context, c *client.Client) iter.Seq2[word, error] {
	return mapped(c.HookSecrets(ctx), func(s api.HookSecret) word { return word{s.ID, s.Provider + " " + orDash(s.Name)} })
}

func hookWords(ctx context.Context, c *client.Client) iter.Seq2[word, error] {
	return mapped(c.HookDeliveries(ctx), func(d api.HookDelivery) word {
		return word{d.ID, d.Status + " " + d.Event + " " + orDash(d.Repository)}
	})
}

// deliveryWords completes a webhook, then one of its deliveries.
func deliveryWords(ctx context.Context, c *client.Client, args []string) iter.Seq2[word, error] {
	switch len(args) {
	case 0:
		return webhookWords(ctx, c)
	case 1:
		return mapped(c.Deliveries(ctx, args[0]), func(d api.Delivery) word { return word{d.ID, d.Status + " " + d.EventType} })
	}
	return nil
}
