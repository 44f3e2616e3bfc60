package api

import (
	"fmt"

	"vigil"
)

// Event is the payload of a delivery. Data holds the resource it is about as
// "object", and for some types more.
type Event struct {
	Object    string `json:"object"`
	ID        string `json:"id"`
	Type      string `json:"type"`
	CreatedAt string `json:"created_at"`
	Data      any    `json:"data"`
}

// StatusChanged is the data of vulnerability.status_changed. Reason and Action
// are null when a scan and not a person changed the status.
type StatusChanged struct {
	Object         Vulnerability `json:"object"`
	PreviousStatus string        `json:"previous_status"`
	Reason         *string       `json:"reason"`
	Action         *string       `json:"action"`
}

// NewStatusChanged describes the change c of v, which has its new status already.
func NewStatusChanged(v vigil.Vulnerability, c vigil.Change) StatusChanged {
	return StatusChanged{Object: NewVulnerability(v), PreviousStatus: string(c.Before), Reason: optional(c.Reason), Action: optional(c.Action)}
}

// EncodeEvent returns the bytes of the payload of e, which has none yet.
func EncodeEvent(e vigil.Event, data any) ([]byte, error) {
	payload, err := Encode(nil, Event{Object: "event", ID: string(e.ID), Type: string(e.Type), CreatedAt: timestamp(e.CreatedAt), Data: data})
	if err != nil {
		return nil, fmt.Errorf("encode event %s: %w", e.Type, err)
	}
	return payload, nil
}
