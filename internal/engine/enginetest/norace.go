//go:build !race

package enginetest

// hugeLine is the length of the longest line in the acceptance tests.
const hugeLine = 10 << 20
