// Package examine runs the analysis engine on a source tree in a sandboxed child
// process, and checks what the child reports: findings, routes, a wiki and coverage.
// The child reads hostile input, so nothing it says is used before it was checked.
//
// Start with Examiner: it takes a Tree, a snapshot of files, and returns a Report. Child
// is the other side, what the program does in the sandboxed process. RuleChecker checks
// rules that teams upload in the same kind of process.
//
// It needs no server: `vigil scan` uses it as package scan does. It must not know the
// database, the API, or what earlier scans recorded.
package examine
