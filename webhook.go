package vigil

import (
	"slices"
	"time"
)

// Webhook is a receiver of events: a public HTTPS URL and the types it wants.
// While it is disabled, nothing is sent to it.
type Webhook struct {
	ID           ID
	URL          string
	Events       []EventType
	Enabled      bool
	FailingSince time.Time // since when every attempt failed; zero: the last one did not
	CreatedAt    time.Time
}

// Wants reports whether an event of type t is to be sent to w.
func (w Webhook) Wants(t EventType) bool { return w.Enabled && slices.Contains(w.Events, t) }

// WebhookSecret signs what is sent to one webhook: "whsec_" and 32 random
// characters. The whole text is the key.
type WebhookSecret string

const webhookSecretPrefix = "whsec_"

// NewWebhookSecret returns a new random secret.
func NewWebhookSecret() WebhookSecret {
	const random = 32 // characters of base62: 190 bits
	return WebhookSecret(randomText(webhookSecretPrefix, random))
}

// String hides the secret, so that it never ends in a log by way of a format verb.
func (s WebhookSecret) String() string { return webhookSecretPrefix + "…" }

// GoString does the same for %#v.
func (s WebhookSecret) GoString() string { return s.String() }

// MarshalText does the same for encoders, those of logs among them.
func (s WebhookSecret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
