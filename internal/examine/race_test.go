//go:build race

package examine

const raceEnabled = true
