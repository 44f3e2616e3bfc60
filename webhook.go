package vigil

import (
	"slices"
	"time"
)

// Webhook is a subscriber to events: a public HTTPS URL and a list of event types. A
// disabled webhook receives nothing.
type Webhook struct {
	ID           ID
	URL          string
	Events       []EventType
	Enabled      bool
	FailingSince time.Time // since when every attempt failed; zero: the last one did not
	CreatedAt    time.Time
}

// Wants reports whether w is enabled and subscribed to events of type t.
func (w Webhook) Wants(t EventType) bool { return w.Enabled && slices.Contains(w.Events, t) }

// WebhookSecret signs the deliveries to one webhook: "whsec_" and 32 random
// characters. The whole text is the key.
type WebhookSecret string

const webhookSecretPrefix = "whsec_"

// NewWebhookSecret returns a new random secret.
func NewWebhookSecret() WebhookSecret {
	const random = 32 // characters of base62: 190 bits
	return WebhookSecret(randomText(webhookSecretPrefix, random))
}

// String redacts the secret, so that it cannot leak into a log through a format verb.
func (s WebhookSecret) String() string { return webhookSecretPrefix + "…" }

// GoString redacts it for %#v.
func (s WebhookSecret) GoString() string { return s.String() }

// MarshalText redacts it for encoders, including those of loggers.
func (s WebhookSecret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
