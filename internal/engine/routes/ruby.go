package routes

import (
	"strings"

	"vigil/internal/engine/routes/facts"
)

var ruby = facts.Language{
	Name:       "ruby",
	Frameworks: []facts.Framework{rails, railsDrawn, sinatra, rack},
}

var (
	railsFacts   facts.Slot[*railsFile]
	sinatraFacts facts.Slot[[]sinatraRoute]
)

var rails = facts.Framework{Name: "rails", Endings: []string{".rb"}, Words: []string{"routes.draw", "Controller", "routes.append", "routes.prepend"}, Look: lookRails, Link: railsRoutes}

// railsDrawn are the files that config/routes.rb may draw.
var railsDrawn = facts.Framework{Name: "rails", Endings: []string{".rb"}, Look: lookRails,
	Place: func(file string) bool { return strings.Contains("/"+file, "/config/routes/") }}

var sinatra = facts.Framework{Name: "sinatra", Endings: []string{".rb"}, Words: []string{"sinatra"}, Look: lookSinatra, Link: sinatraRoutes}

// rack is config.ru, which mounts applications.
var rack = facts.Framework{Name: "sinatra", Endings: []string{".ru"}, Words: []string{"map "}, Look: lookSinatra}
