//go:build !race

// Package racetest tells tests whether the race detector is on: it makes them about ten
// times slower, and a process that has it cannot be confined.
package racetest

// Enabled reports whether the program was built with the race detector.
const Enabled = false
