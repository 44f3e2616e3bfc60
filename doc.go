// Package vigil is the vocabulary of Vigil: the nouns of its API and the rules
// that hold for them wherever they are stored, shown or changed.
//
// Everything here is a value or a pure function. Nothing knows about JSON, SQL,
// HTTP or files; package api says how the nouns look on the wire and package
// internal/store how they are kept.
//
// The words, so that code, API and documentation agree:
//
//   - A [Team] is the tenant. Every other noun belongs to exactly one team, and
//     teams never see each other's. A [Key] is an API key of a team.
//   - A [Repository] is a tracked source tree. A [Scan] is one examination of one
//     commit of it.
//   - A [Vulnerability] is something a scan found and recorded. It has an id, a
//     [Status] and a history, and keeps them across scans because it is recognised
//     by its [Fingerprint].
//   - A [Schedule] starts scans by the clock. An [Event] says that something
//     happened, and a [Webhook] is where somebody wants to hear of it.
package vigil

// Version is the release that this source becomes.
const Version = "0.1.0"
