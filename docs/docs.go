// Package docs embeds the documentation.
package docs

import "embed"

// Files are the pages, in Markdown.
//
//go:embed *.md adr explanation howto reference
var Files embed.FS
