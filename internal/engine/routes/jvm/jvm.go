// Package jvm discovers the routes of Java and Kotlin frameworks, most of which are
// annotations of classes. Its frameworks are in [Language].
package jvm

import (
	"vigil/internal/engine/routes/classes"
	"vigil/internal/engine/routes/facts"
)

// Language is the frameworks of Java and Kotlin.
var Language = facts.Language{
	Name:       "jvm",
	Grammars:   []string{"java", "kotlin"},
	Frameworks: []facts.Framework{spring, micronaut, jaxrs, settingsFiles},
	Slots:      []facts.AnySlot{&classes.Facts, &functionalFacts, &securityFacts, &configFacts},
	Names:      func(s *facts.Reader) { classes.Facts.Set(s.Facts, classes.Read(s.File)) },
}

var jvmEndings = []string{".java", ".kt"}

// index is the classes of a tree, and the settings that apply to them.
type index struct {
	*classes.Index
	settings settings
}

func newIndex(l *facts.Linker) *index { return &index{classes.IndexOf(l), settingsOf(l)} }
