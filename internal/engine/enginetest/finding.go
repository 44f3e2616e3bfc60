package enginetest

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"vigil/internal/engine"
)

// Finding makes a finding from a short notation: identity@file#function, where file and
// function are optional, as in key@lib/old#init. Its title is the notation.
func Finding(notation string) engine.Finding {
	identity, symbol, _ := strings.Cut(notation, "#")
	identity, path, _ := strings.Cut(identity, "@")
	if path == "" {
		path = identity
	}
	return engine.Finding{Detector: "secrets", Rule: "rule-" + identity, Title: notation, Path: path + ".go", Symbol: symbol, Identity: identity,
		Fingerprint: fmt.Sprintf("v1:%x", sha256.Sum256([]byte(notation)))}
}
