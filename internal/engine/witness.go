package engine

import (
	"fmt"

	"vigil/internal/engine/files"
)

// Witness is a proven rule of a repository.
type Witness struct {
	ID   string `json:"id"`   // of the rule
	Text string `json:"text"` // a rule file
	// Confirmed: a person confirmed a finding of it. Until then confidence is limited.
	Confirmed bool `json:"confirmed,omitempty"`
}

// Outline is what a change to a file must keep.
type Outline struct {
	Path    string   `json:"path"`
	Errors  int      `json:"errors"`            // syntax errors
	Symbols []string `json:"symbols,omitempty"` // names of functions and types, in order
	Failed  string   `json:"failed,omitempty"`  // why it could not be parsed
	// Class is what decides how the file is examined, such as that it looks generated.
	Class string `json:"class,omitempty"`
	// Shape identifies the code without what does not change its behavior.
	Shape string `json:"shape,omitempty"`
}

// ClassOf returns the class of a file for an Outline.
func ClassOf(path string, content []byte) string {
	return fmt.Sprintf("%+v", files.Classify(path, content))
}
