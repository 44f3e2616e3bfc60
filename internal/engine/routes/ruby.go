package routes

import "strings"

var ruby = language{
	name:       "ruby",
	frameworks: []framework{rails, railsDrawn, sinatra, rack},
}

var (
	railsFacts   slot[*railsFile]
	sinatraFacts slot[[]sinatraRoute]
)

var rails = framework{name: "rails", endings: []string{".rb"}, words: []string{"routes.draw", "Controller", "routes.append", "routes.prepend"}, look: lookRails, link: railsRoutes}

// railsDrawn are the files that config/routes.rb may draw.
var railsDrawn = framework{name: "rails", endings: []string{".rb"}, look: lookRails,
	place: func(file string) bool { return strings.Contains("/"+file, "/config/routes/") }}

var sinatra = framework{name: "sinatra", endings: []string{".rb"}, words: []string{"sinatra"}, look: lookSinatra, link: sinatraRoutes}

// rack is config.ru, which mounts applications.
var rack = framework{name: "sinatra", endings: []string{".ru"}, words: []string{"map "}, look: lookSinatra}
