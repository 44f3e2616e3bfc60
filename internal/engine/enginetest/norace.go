//go:build !race

package enginetest

// hugeLine is how long the longest line of the acceptance suite is.
const hugeLine = 10 << 20
