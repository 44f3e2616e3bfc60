package vigil

import (
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"
	"slices"
	"strings"
	"time"
)

// Permission is one operation, or a group of them, that a key can be granted.
type Permission string

// AllPermissions lists every permission.
var AllPermissions = []Permission{
	ScansRead, ScansRun,
	VulnerabilitiesRead, VulnerabilitiesTriage,
	RepositoriesRead, RepositoriesManage,
	SchedulesRead, SchedulesManage,
	IntegrationsRead, IntegrationsManage,
	ReleasesRead,
	WebhooksManage,
	KeysManage,
}

const (
	ScansRead             Permission = "scans.read"
	ScansRun              Permission = "scans.run"
	VulnerabilitiesRead   Permission = "vulnerabilities.read"
	VulnerabilitiesTriage Permission = "vulnerabilities.triage"
	RepositoriesRead      Permission = "repositories.read"
	RepositoriesManage    Permission = "repositories.manage"
	SchedulesRead         Permission = "schedules.read"
	SchedulesManage       Permission = "schedules.manage"
	IntegrationsRead      Permission = "integrations.read"
	IntegrationsManage    Permission = "integrations.manage"
	ReleasesRead          Permission = "releases.read"
	WebhooksManage        Permission = "webhooks.manage"
	KeysManage            Permission = "keys.manage"
)

// Valid reports whether p is a permission that exists.
func (p Permission) Valid() bool { return slices.Contains(AllPermissions, p) }

// Key is an API key of a team, without its secret: that is shown once, when the key is
// created, and stored only as a hash.
type Key struct {
	ID          ID
	Team        Team
	Name        string
	Prefix      string // the first characters of the secret, to tell keys apart
	Permissions []Permission
	CreatedAt   time.Time
	CreatedBy   ID        // the key that made it; empty: the operator
	RotatedFrom ID        // the key that it took the place of, if any
	RotatedTo   ID        // the key that took its place, if any
	ExpiresAt   time.Time // zero: never
	LastUsedAt  time.Time // zero: not yet; behind by up to a minute
	RevokedAt   time.Time // zero: not revoked
}

// Allows reports whether k has the permission p.
func (k Key) Allows(p Permission) bool { return slices.Contains(k.Permissions, p) }

// Lacks returns the first permission of other that k does not have.
func (k Key) Lacks(other Key) (p Permission, lacks bool) {
	for _, p := range other.Permissions {
		if !k.Allows(p) {
			return p, true
		}
	}
	return "", false
}

// Sees reports whether k may see events of type t.
func (k Key) Sees(t EventType) bool {
	p := t.ReadPermission()
	return p == "" || k.Allows(p)
}

// Active reports whether k is valid at the time now.
func (k Key) Active(now time.Time) bool {
	return k.RevokedAt.IsZero() && (k.ExpiresAt.IsZero() || now.Before(k.ExpiresAt))
}

const (
	secretPrefix  = "vgl_"
	secretRandom  = 30 // characters of base62: 178 bits
	secretSum     = 6  // characters of base62: a CRC-32
	secretLength  = len(secretPrefix) + secretRandom + secretSum
	visiblePrefix = 12
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// Secret is the text of an API key: "vgl_", 30 random characters, and a checksum of 6.
// The checksum lets us reject a mistyped key without a query, and lets secret scanners
// recognize a leaked one offline.
type Secret string

// NewSecret returns a new random secret.
func NewSecret() Secret {
	text := randomText(secretPrefix, secretRandom)
	return Secret(text + checksum(text))
}

// WellFormed reports whether s has the form and checksum of a secret of ours, which
// says nothing about whether the key exists.
func (s Secret) WellFormed() bool {
	return len(s) == secretLength && strings.HasPrefix(string(s), secretPrefix) &&
		checksum(string(s[:secretLength-secretSum])) == string(s[secretLength-secretSum:])
}

// Hash returns the stored form of s. A fast hash is enough for 178 random bits.
func (s Secret) Hash() [sha256.Size]byte { return sha256.Sum256([]byte(s)) }

// Prefix returns the part of s that may be shown.
func (s Secret) Prefix() string { return string(s[:visiblePrefix]) }

// String redacts all but the prefix, so that a secret cannot leak into a log through a
// format verb.
func (s Secret) String() string {
	if len(s) < visiblePrefix {
		return "vgl_…"
	}
	return s.Prefix() + "…"
}

// GoString redacts it for %#v.
func (s Secret) GoString() string { return s.String() }

// MarshalText redacts it for encoders, including those of loggers.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// randomText returns prefix and n random characters of base62.
func randomText(prefix string, n int) string {
	var b strings.Builder
	b.WriteString(prefix)
	for buf := make([]byte, 1); b.Len() < len(prefix)+n; {
		_, _ = rand.Read(buf)
		if n := int(buf[0]); n < 256-256%len(base62) { // else some characters were likelier
			b.WriteByte(base62[n%len(base62)])
		}
	}
	return b.String()
}

func checksum(s string) string {
	sum := crc32.ChecksumIEEE([]byte(s))
	var out [secretSum]byte
	for i := range out {
		out[secretSum-1-i] = base62[sum%uint32(len(base62))]
		sum /= uint32(len(base62))
	}
	return string(out[:])
}
