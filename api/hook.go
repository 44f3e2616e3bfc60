package api

import "vigil"

// HookSecret is a secret that a team shares with a source host. Secret is present only in the
// answer that creates it.
type HookSecret struct {
	Object     string  `json:"object"`
	ID         string  `json:"id"`
	Provider   string  `json:"provider"`
	Method     string  `json:"method"`
	Name       *string `json:"name"`
	CreatedAt  string  `json:"created_at"`
	LastUsedAt *string `json:"last_used_at"`
	Secret     string  `json:"secret,omitempty"`
}

// NewHookSecret returns s in its wire form, without its text.
func NewHookSecret(s vigil.HookSecret) HookSecret {
	return HookSecret{
		Object:     "hook_secret",
		ID:         string(s.ID),
		Provider:   string(s.Provider),
		Method:     string(s.Method),
		Name:       optional(s.Name),
		CreatedAt:  timestamp(s.CreatedAt),
		LastUsedAt: optionalTime(s.LastUsedAt),
	}
}

// HookDelivery is a hook that a source host sent.
type HookDelivery struct {
	Object      string  `json:"object"`
	ID          string  `json:"id"`
	Provider    string  `json:"provider"`
	DeliveryID  string  `json:"delivery_id"`
	Event       string  `json:"event"`
	Action      *string `json:"action"`
	Repository  *string `json:"repository"`
	Status      string  `json:"status"`
	Outcome     *string `json:"outcome"`
	ScanID      *string `json:"scan_id"`
	ReplayCount int     `json:"replay_count"`
	CreatedAt   string  `json:"created_at"`
	EndedAt     *string `json:"ended_at"`
}

// NewHookDelivery returns d in its wire form.
func NewHookDelivery(d vigil.HookDelivery) HookDelivery {
	return HookDelivery{
		Object:      "hook_delivery",
		ID:          string(d.ID),
		Provider:    string(d.Provider),
		DeliveryID:  d.SourceID,
		Event:       d.Event,
		Action:      optional(d.Action),
		Repository:  optional(d.Repository),
		Status:      string(d.Status),
		Outcome:     optional(d.Outcome),
		ScanID:      optional(string(d.ScanID)),
		ReplayCount: d.Replays,
		CreatedAt:   timestamp(d.CreatedAt),
		EndedAt:     optionalTime(d.EndedAt),
	}
}
