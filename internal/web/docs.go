package web

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"vigil/docs"
)

// showReference shows the API reference. The script that renders openapi.yaml needs inline
// styles and a worker, which the Content-Security-Policy of other pages forbids.
func showReference(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'")
	show(w, http.StatusOK, "reference", page{Title: "API reference", Section: "reference"})
}

// guide is a page of the documentation.
type guide struct {
	Sections []section
	Body     template.HTML
}

// section is a folder of the documentation.
type section struct {
	Title string
	Pages []link
}

type link struct {
	Title, Path string
	Here        bool
}

// showGuide shows a page of the documentation beside the table of contents.
func showGuide(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("page")
	if name == "" {
		name = "index"
	}
	source, err := fs.ReadFile(docs.Files, name+".md")
	if err != nil || !fs.ValidPath(name) {
		show(w, http.StatusNotFound, "missing", page{Title: "Page not found"})
		return
	}
	var body bytes.Buffer
	if err := markdown(path.Dir(name)).Convert(source, &body); err != nil {
		panic(fmt.Errorf("show page %s: %w", name, err)) // our own documents always convert
	}
	show(w, http.StatusOK, "guide", page{Title: titleOf(name, source), Section: "guide", Content: guide{
		Sections: sections(name),
		Body:     template.HTML(body.String()), // our own documents, which contain no HTML
	}})
}

// markdown renders the pages of one folder.
func markdown(folder string) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Linkify),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(links(folder), 100))),
	)
}

// links rewrites links between documents to the pages that show them. Links out of the
// documentation, into the source, become plain text.
type links string

func (folder links) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	var out []*ast.Link
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		l, is := n.(*ast.Link)
		if !is || !entering || bytes.HasPrefix(l.Destination, []byte("#")) || bytes.Contains(l.Destination, []byte("://")) {
			return ast.WalkContinue, nil
		}
		file, place, has := strings.Cut(string(l.Destination), "#")
		file = path.Join(string(folder), file)
		switch {
		case strings.HasSuffix(file, "api/openapi.yaml"):
			file = "/docs"
		case strings.HasSuffix(file, ".md") && fs.ValidPath(file):
			file = "/docs/guide/" + strings.TrimSuffix(file, ".md")
		default:
			out = append(out, l)
			return ast.WalkContinue, nil
		}
		if has {
			file += "#" + place
		}
		l.Destination = []byte(file)
		return ast.WalkContinue, nil
	})
	for _, l := range out {
		unwrap(l)
	}
}

// sections returns the table of contents with the current page marked. Folders with many pages
// are represented by the page that has the name of the folder.
func sections(here string) (all []section) {
	for _, s := range []struct{ title, pattern string }{
		{"Vigil", "*.md"}, {"How-to guides", "howto/*.md"}, {"Reference", "reference/*.md"}, {"Explanation", "explanation/*.md"}, {"Decisions", "adr/*.md"},
	} {
		files, _ := fs.Glob(docs.Files, s.pattern) // the pattern is valid
		out := section{Title: s.title}
		for _, f := range files {
			source, _ := fs.ReadFile(docs.Files, f) // it was just listed
			name := strings.TrimSuffix(f, ".md")
			out.Pages = append(out.Pages, link{Title: titleOf(name, source), Path: "/docs/guide/" + name, Here: name == here || strings.HasPrefix(here, name+"/")})
		}
		all = append(all, out)
	}
	return all
}

// titleOf returns the first heading of a page.
func titleOf(name string, source []byte) string {
	first, _, _ := strings.Cut(string(source), "\n")
	if title, is := strings.CutPrefix(first, "# "); is {
		return strings.ReplaceAll(title, "`", "")
	}
	return path.Base(name)
}
