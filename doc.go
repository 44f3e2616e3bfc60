// Package vigil is the domain model of Vigil: the nouns of its API and the rules that
// hold for them wherever they are stored, shown, or changed.
//
// Everything here is a value or a pure function. Nothing knows about JSON, SQL, HTTP,
// or files; package api defines the wire format and package internal/store the
// persistence.
//
// Terminology, shared by code, API, and documentation:
//
//   - A [Team] is the tenant. Every other noun belongs to exactly one team, and
//     teams never see each other's. A [Key] is an API key of a team.
//   - A [Repository] is a tracked source tree. A [Scan] analyzes one commit of it.
//   - A [Vulnerability] is a finding that a scan recorded. It has an ID, a [Status],
//     and a history, and keeps them across scans because it is identified by its
//     [Fingerprint].
//   - A [Schedule] starts scans by a cron expression. An [Event] records that
//     something happened, and a [Webhook] is a subscriber to events.
package vigil

// Version is the release that this source becomes.
const Version = "0.1.0"
