package api

import (
	"strings"

	"vigil"
)

// Webhook is a receiver of events. The contract calls it a webhook endpoint.
// Secret is present only in the answer that creates it.
type Webhook struct {
	Object       string   `json:"object"`
	ID           string   `json:"id"`
	URL          string   `json:"url"`
	Events       []string `json:"events"`
	Enabled      bool     `json:"enabled"`
	FailingSince *string  `json:"failing_since"`
	CreatedAt    string   `json:"created_at"`
	Secret       string   `json:"secret,omitempty"`
}

// NewWebhook returns w in its wire form, without its secret.
func NewWebhook(w vigil.Webhook) Webhook {
	out := Webhook{
		Object:       "webhook_endpoint",
		ID:           string(w.ID),
		URL:          w.URL,
		Events:       make([]string, len(w.Events)),
		Enabled:      w.Enabled,
		FailingSince: optionalTime(w.FailingSince),
		CreatedAt:    timestamp(w.CreatedAt),
	}
	for i, e := range w.Events {
		out.Events[i] = string(e)
	}
	return out
}

// Delivery is the delivery of one event to one webhook.
type Delivery struct {
	Object        string  `json:"object"`
	ID            string  `json:"id"`
	WebhookID     string  `json:"webhook_id"`
	EventID       string  `json:"event_id"`
	EventType     string  `json:"event_type"`
	Status        string  `json:"status"`
	AttemptCount  int     `json:"attempt_count"`
	NextAttemptAt *string `json:"next_attempt_at"`
	CreatedAt     string  `json:"created_at"`
	EndedAt       *string `json:"ended_at"`
}

// NewDelivery returns d as it appears in lists.
func NewDelivery(d vigil.Delivery) Delivery {
	return Delivery{
		Object:        "webhook_delivery",
		ID:            string(d.ID),
		WebhookID:     string(d.WebhookID),
		EventID:       string(d.EventID),
		EventType:     string(d.EventType),
		Status:        string(d.Status),
		AttemptCount:  d.Attempts,
		NextAttemptAt: optionalTime(d.NextAttemptAt),
		CreatedAt:     timestamp(d.CreatedAt),
		EndedAt:       optionalTime(d.EndedAt),
	}
}

// DeliveryWithAttempts is a delivery with all its attempts.
type DeliveryWithAttempts struct {
	Delivery
	Attempts []Attempt `json:"attempts"`
}

// Attempt is one HTTP request of a delivery. Answer is the beginning of the response
// body.
type Attempt struct {
	Object         string  `json:"object"`
	ID             string  `json:"id"`
	StatusCode     *int    `json:"status_code"`
	DurationMillis int64   `json:"duration_ms"`
	Error          *string `json:"error"`
	Answer         string  `json:"answer"`
	CreatedAt      string  `json:"created_at"`
}

// NewDeliveryWithAttempts returns d with its attempts in its wire form.
func NewDeliveryWithAttempts(d vigil.Delivery, attempts []vigil.Attempt) DeliveryWithAttempts {
	out := DeliveryWithAttempts{Delivery: NewDelivery(d), Attempts: make([]Attempt, len(attempts))}
	for i, a := range attempts {
		out.Attempts[i] = Attempt{
			Object:         "delivery_attempt",
			ID:             string(a.ID),
			DurationMillis: a.Took.Milliseconds(),
			Error:          optional(a.Error),
			Answer:         strings.ToValidUTF8(string(a.Answer), "\uFFFD"), // anything can come back
			CreatedAt:      timestamp(a.CreatedAt),
		}
		if a.StatusCode > 0 {
			out.Attempts[i].StatusCode = &a.StatusCode
		}
	}
	return out
}
