// Package scan carries out one scan, from the checkout to recorded vulnerabilities. The
// analysis in between is in package examine.
//
// Start with Runner, and with reconcile.go: it decides which findings are known
// vulnerabilities, which are new, and which are fixed. It must not know HTTP, nor how the
// engine works.
package scan
