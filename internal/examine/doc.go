// Package examine runs the analysis engine on a source tree in a sandboxed child
// process, and validates what the child reports: findings, routes, a wiki, and coverage.
// The child reads hostile input, so nothing it reports is used unchecked.
//
// Start with Examiner: it takes a Tree, a snapshot of files, and returns a Report. Package
// child is the other side, the sandboxed process; package protocol is what passes between
// them.
//
// It needs no server: `vigil scan` uses it like package scan. It must not know the
// database, the API, or what earlier scans recorded.
package examine
