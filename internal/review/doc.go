// Package review asks a language model for a second look at findings. It is the only package that
// knows a model: its API, its prompt, its prices, and what may be sent to it.
//
// Start with Reviewer. It takes findings as [Finding] values, without secrets, and returns a
// vigil.Opinion for each that was answered. That type has no field for a status, a severity, or a
// verdict on a scan: the model proposes words, and a lower confidence, and decides nothing.
//
// All text of a finding comes from the repository and is treated as hostile, as are the answers.
// It must not know the database; a [Ledger] keeps answers and budgets.
package review
