package remote

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"vigil/api"
	"vigil/internal/cli/command"
)

// firstAttempt bounds the wait for the first attempt of a delivery, which times out after 10
// seconds on the server.
const firstAttempt = 20 * time.Second

func newWebhooksTest(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "test ID",
		Short:             "Send a ping to a webhook and show the result; exit 3 if delivery failed",
		Args:              command.ExactArgs("ID"),
		ValidArgsFunction: at.completion(first(webhookWords)),
		RunE: at.run(func(r *session, args []string) error {
			d, err := r.TestWebhook(r.ctx(), args[0])
			if err != nil {
				return err
			}
			return r.follow(d)
		}),
	}
}

func newWebhooksRedeliver(at *clientFlags) *cobra.Command {
	return &cobra.Command{
		Use:               "redeliver WEBHOOK DELIVERY",
		Short:             "Retry a delivery and show the result; exit 3 if delivery failed",
		Args:              command.ExactArgs("WEBHOOK", "DELIVERY"),
		ValidArgsFunction: at.completion(deliveryWords),
		RunE: at.run(func(r *session, args []string) error {
			d, err := r.Redeliver(r.ctx(), args[0], args[1])
			if err != nil {
				return err
			}
			return r.follow(d)
		}),
	}
}

// follow waits for the first attempt of a new delivery and shows it.
func (r *session) follow(made api.Delivery) error {
	d := api.DeliveryWithAttempts{Delivery: made}
	for began := time.Now(); len(d.Attempts) == 0 && time.Since(began) < firstAttempt; pause(r.ctx(), 100*time.Millisecond) {
		var err error
		if d, err = r.Delivery(r.ctx(), made.WebhookID, made.ID); err != nil {
			return err
		}
	}
	if r.json {
		if err := r.printJSON(d); err != nil {
			return err
		}
	} else if err := printList(r, only(d.Delivery), 0, deliveryHeader, deliveryRow); err != nil {
		return err
	}
	if len(d.Attempts) == 0 {
		return errors.New("not sent yet: the webhook may be disabled, or other deliveries are ahead of it; check later with \"vigil webhooks deliveries\"")
	}
	last := d.Attempts[len(d.Attempts)-1]
	switch {
	case last.Error != nil:
		return fmt.Errorf("delivery failed: %s", command.Plain(*last.Error))
	case last.StatusCode == nil || *last.StatusCode/100 != 2:
		return errors.New("delivery failed")
	}
	if !r.json {
		r.note("Delivered: the receiver answered %d after %d ms.", *last.StatusCode, last.DurationMillis)
	}
	return nil
}
