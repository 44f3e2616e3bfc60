//go:build race

package enginetest

// hugeLine is shorter under the race detector, which is ten times slower.
const hugeLine = 1 << 20
