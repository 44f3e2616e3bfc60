package api

import (
	"encoding/json"
	"fmt"

	"vigil"
)

// Event is the payload of a delivery. Data holds its subject as "object", and for some
// types more.
type Event struct {
	Object    string `json:"object"`
	ID        string `json:"id"`
	Type      string `json:"type"`
	CreatedAt string `json:"created_at"`
	Data      any    `json:"data"`
}

// StatusChanged is the data of vulnerability.status_changed. Reason and Action are
// null if a scan changed the status.
type StatusChanged struct {
	Object         Vulnerability `json:"object"`
	PreviousStatus string        `json:"previous_status"`
	Reason         *string       `json:"reason"`
	Action         *string       `json:"action"`
}

// NewStatusChanged describes the change c of v, which already has its new status.
func NewStatusChanged(v vigil.Vulnerability, c vigil.Change) StatusChanged {
	return StatusChanged{Object: NewVulnerability(v), PreviousStatus: string(c.Before), Reason: optional(c.Reason), Action: optional(c.Action)}
}

// About is the data of events that carry nothing but their subject.
type About[T any] struct {
	Object T `json:"object"`
}

// ScanCompleted is the data of scan.completed. Gate is what GET /scans/{id}/gate returned then.
type ScanCompleted struct {
	Object Scan `json:"object"`
	Gate   Gate `json:"gate"`
}

// ScanFailed is the data of scan.failed.
type ScanFailed struct {
	Object Scan   `json:"object"`
	Reason string `json:"reason"`
}

// RepositoryScanCompleted is the data of repository.scan_completed.
type RepositoryScanCompleted struct {
	Object Repository `json:"object"`
	ScanID string     `json:"scan_id"`
}

// NewStoredEvent returns an event in its wire form: the bytes that are delivered.
func NewStoredEvent(e vigil.Event) json.RawMessage { return e.Payload }

// NewEvent creates an event with the current time and its payload.
func NewEvent(t vigil.EventType, data any) (vigil.Event, error) {
	e := vigil.Event{ID: vigil.NewID(), Type: t, CreatedAt: vigil.Now()}
	var err error
	e.Payload, err = Encode(nil, Event{Object: "event", ID: string(e.ID), Type: string(t), CreatedAt: timestamp(e.CreatedAt), Data: data})
	if err != nil {
		return e, fmt.Errorf("encode event %s: %w", t, err)
	}
	return e, nil
}
