//go:build race

package racetest

// Enabled reports whether the program was built with the race detector.
const Enabled = true
