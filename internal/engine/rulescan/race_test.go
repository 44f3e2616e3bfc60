//go:build race

package rulescan

const raceEnabled = true
