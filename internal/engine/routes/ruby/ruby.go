// Package ruby discovers the routes of Ruby frameworks. Its frameworks are in [Language].
package ruby

import "vigil/internal/engine/routes/facts"

// Language is the frameworks of Ruby.
var Language = facts.Language{
	Name:       "ruby",
	Frameworks: []facts.Framework{rails, railsDrawn, sinatra, rack},
	Slots:      []facts.AnySlot{&railsFacts, &sinatraFacts},
}
