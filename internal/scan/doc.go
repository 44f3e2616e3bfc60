// Package scan carries out one scan, from the checkout to recorded
// vulnerabilities. It is the only room that knows both the nouns and the engine.
package scan
