// Package docs holds the documentation, for the program to show.
package docs

import "embed"

// Files are the pages, in Markdown.
//
//go:embed *.md adr explanation howto reference
var Files embed.FS
