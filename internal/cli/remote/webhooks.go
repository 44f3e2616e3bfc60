package remote

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vigil"
	"vigil/api"
	"vigil/internal/cli/command"
)

func newWebhooks() *cobra.Command {
	at := new(clientFlags)
	return at.group(&cobra.Command{Use: "webhooks", Short: "Register, test, and monitor webhooks"},
		newWebhooksList(at), newWebhooksCreate(at),
		newWebhooksSet(at, "enable", "Enable a webhook", true),
		newWebhooksSet(at, "disable", "Disable a webhook (pending deliveries wait until it is enabled)", false),
		newWebhooksDelete(at), newWebhooksTest(at), newWebhooksDeliveries(at), newWebhooksRedeliver(at))
}

const webhookHeader = "ID,URL,ENABLED,FAILING SINCE,EVENTS"

func webhookRow(w api.Webhook) []string {
	return []string{w.ID, w.URL, yes(w.Enabled), orDash(w.FailingSince), strings.Join(w.Events, " ")}
}

func newWebhooksList(at *clientFlags) *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use:   "list",
		Short: "List webhooks",
		Args:  command.NoArgs,
		RunE: at.run(func(r *session, _ []string) error {
			return printList(r, r.Webhooks(r.ctx()), limit, webhookHeader, webhookRow)
		}),
	}
	limitFlag(c.Flags(), &limit)
	return c
}

func newWebhooksCreate(at *clientFlags) *cobra.Command {
	var events []string
	c := &cobra.Command{
		Use:     "create URL --event EVENT…",
		Short:   "Register a webhook and print its secret (shown only once)",
		Example: "  vigil webhooks create https://hooks.example.com/vigil --event scan.completed,vulnerability.found",
		Args:    command.ExactArgs("URL"),
		RunE: at.run(func(r *session, args []string) error {
			if len(events) == 0 {
				return command.Usagef("--event is required: %s", command.Words(vigil.EventTypes))
			}
			if err := command.Choices("--event", events, vigil.EventTypes); err != nil {
				return err
			}
			w, err := r.RegisterWebhook(r.ctx(), args[0], events)
			if err != nil {
				return err
			}
			if r.json {
				return r.printJSON(w)
			}
			return r.printFields("Webhook", w.ID, "URL", w.URL, "Events", strings.Join(w.Events, " "), "Secret", w.Secret)
		}),
	}
	c.Flags().StringSliceVar(&events, "event", nil, "event type to send, such as scan.completed; repeatable")
	command.CompleteFlag(c, "event", vigil.EventTypes)
	return c
}

func newWebhooksSet(at *clientFlags, use, short string, enabled bool) *cobra.Command {
	return &cobra.Command{
		Use:               use + " ID",
		Short:             short,
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(webhookWords)),
		RunE: at.run(func(r *session, args []string) error {
			w, err := r.SetWebhookEnabled(r.ctx(), args[0], enabled)
			if err != nil {
				return err
			}
			if r.json {
				return r.printJSON(w)
			}
			return printList(r, only(w), 0, webhookHeader, webhookRow)
		}),
	}
}

func newWebhooksDelete(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "delete ID",
		Short:             "Delete a webhook; pending deliveries are dropped",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(webhookWords)),
		RunE: at.run(func(r *session, args []string) error {
			if err := r.DeleteWebhook(r.ctx(), args[0]); err != nil {
				return err
			}
			return r.deleted("webhook_endpoint", args[0])
		}),
	}
}

const deliveryHeader = "ID,STATUS,EVENT,ATTEMPTS,NEXT ATTEMPT,CREATED"

func deliveryRow(d api.Delivery) []string {
	return []string{d.ID, d.Status, d.EventType, fmt.Sprint(d.AttemptCount), orDash(d.NextAttemptAt), d.CreatedAt}
}

func newWebhooksDeliveries(at *clientFlags) *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use:               "deliveries ID",
		Short:             "List deliveries of a webhook, newest first",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(webhookWords)),
		RunE: at.run(func(r *session, args []string) error {
			return printList(r, r.Deliveries(r.ctx(), args[0]), limit, deliveryHeader, deliveryRow)
		}),
	}
	limitFlag(c.Flags(), &limit)
	return c
}
