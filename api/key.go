package api

import "vigil"

// Key is an API key of the caller's team. Its field Key, the secret, is present only
// in the response that creates it.
type Key struct {
	Object      string   `json:"object"`
	ID          string   `json:"id"`
	Name        string   `json:"name"`
	Prefix      string   `json:"prefix"`
	Permissions []string `json:"permissions"`
	CreatedAt   string   `json:"created_at"`
	ExpiresAt   *string  `json:"expires_at"`
	LastUsedAt  *string  `json:"last_used_at"`
	CreatedBy   *string  `json:"created_by"`
	RotatedFrom *string  `json:"rotated_from"`
	RotatedTo   *string  `json:"rotated_to"`
	Key         string   `json:"key,omitempty"`
}

// NewKey returns k in its wire form, without its secret.
func NewKey(k vigil.Key) Key {
	return Key{
		Object:      "api_key",
		ID:          string(k.ID),
		Name:        k.Name,
		Prefix:      k.Prefix,
		Permissions: permissions(k),
		CreatedAt:   timestamp(k.CreatedAt),
		ExpiresAt:   optionalTime(k.ExpiresAt),
		LastUsedAt:  optionalTime(k.LastUsedAt),
		CreatedBy:   optional(k.CreatedBy),
		RotatedFrom: optional(k.RotatedFrom),
		RotatedTo:   optional(k.RotatedTo),
	}
}

// DeletedKeys lists the keys that were revoked together: the requested one, unless it
// was revoked before, and those it created.
type DeletedKeys struct {
	Deleted
	DeletedIDs []string `json:"deleted_ids"`
}

// NewDeletedKeys adds the keys that were revoked.
func NewDeletedKeys(d Deleted, ids []vigil.ID) DeletedKeys { return DeletedKeys{d, texts(ids)} }

// Caller is the key of a request, its team, and its permissions.
type Caller struct {
	Object      string     `json:"object"`
	Key         CallerKey  `json:"key"`
	Team        CallerTeam `json:"team"`
	Permissions []string   `json:"permissions"`
}

// CallerKey is the key of the caller.
type CallerKey struct {
	ID        string  `json:"id"`
	Name      string  `json:"name"`
	ExpiresAt *string `json:"expires_at"`
}

// CallerTeam is the team of the caller.
type CallerTeam struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// NewCaller describes the holder of k.
func NewCaller(k vigil.Key) Caller {
	return Caller{
		Object:      "caller",
		Key:         CallerKey{ID: string(k.ID), Name: k.Name, ExpiresAt: optionalTime(k.ExpiresAt)},
		Team:        CallerTeam{ID: string(k.Team.ID), Name: k.Team.Name},
		Permissions: permissions(k),
	}
}

func permissions(k vigil.Key) []string {
	out := make([]string, len(k.Permissions))
	for i, p := range k.Permissions {
		out[i] = string(p)
	}
	return out
}
