package web

import (
	"bytes"
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"vigil"
)

type wikiPage struct {
	scanPage
	Body template.HTML // empty: the scan produced none
	Text string        // used instead of Body if it cannot be rendered
	Cut  bool          // truncated
}

// maxWiki limits the part of a wiki that is shown, in bytes.
const maxWiki = 1 << 20

func (s *site) showWiki(r *request) (page, error) {
	scan, err := s.scanOf(r, "wiki")
	if err != nil {
		return page{}, err
	}
	p := wikiPage{scanPage: scan}
	source, err := s.store.GetScanWiki(r.Context(), r.team(), p.ID)
	if err != nil {
		return page{}, err
	}
	repository, err := s.repositoryOf(r, p.RepositoryID)
	if err != nil {
		return page{}, err
	}
	if len(source) > maxWiki {
		source, p.Cut = strings.ToValidUTF8(source[:maxWiki], ""), true
	}
	if !drawable(source) {
		p.Text = source
	} else if p.Body, err = renderWiki(source, repository, p.CommitSHA); err != nil {
		return page{}, fmt.Errorf("show wiki of scan %s: %w", p.ID, err)
	}
	return page{view: "wiki", Title: "Wiki: " + p.Name, Section: "/scans", Content: p}, nil
}

// Limits of lines, paragraphs, and tables. Those that Vigil writes are far below.
const (
	maxWikiLine      = 4000
	maxWikiParagraph = 20 // lines
	maxWikiColumns   = 20
)

// drawable reports whether a wiki has the shape of those that Vigil writes. The process that
// writes it reads hostile input, and Markdown can be crafted to take minutes and gigabytes to
// render: nested quotes, tables with thousands of columns, a paragraph of brackets.
func drawable(source string) bool {
	fence, paragraph, table := 0, 0, false // length of the open code fence, or 0; lines so far
	before := ""
	for line := range strings.Lines(source) {
		line = strings.TrimSuffix(line, "\n")
		ticks := len(line) - len(strings.TrimLeft(line, "`"))
		switch paragraph++; {
		case len(line) > maxWikiLine || paragraph > maxWikiParagraph:
			return false
		case fence > 0:
			if paragraph = 0; ticks >= fence && strings.TrimSpace(line[ticks:]) == "" {
				fence = 0
			}
		case line == "":
			paragraph, table = 0, false
		case ticks >= 3 && !strings.Contains(line[ticks:], "`"):
			fence, paragraph, table = ticks, 0, false
		case strings.ContainsAny(line[:1], "> \t"):
			return false
		case tableLine.MatchString(line) && strings.Count(line, "|") > maxWikiColumns:
			return false
		case tableLine.MatchString(line) && paragraph == 2:
			table = tableHead.MatchString(before) && strings.Count(before, "|") == strings.Count(line, "|")
		case strings.HasPrefix(line, "- "):
			paragraph = 1
		}
		if before = line; table {
			paragraph = 0
		}
	}
	return true
}

// tableHead and tableLine start a table, and must have the same number of columns.
var (
	tableHead = regexp.MustCompile(`^\|[^\\` + "`" + `]*\|$`)
	tableLine = regexp.MustCompile(`^\|(:?-+:?\|)+$`)
)

// renderWiki renders a wiki. Much of it comes from the scanned repository, so it is untrusted:
// no HTML, no images, and links only to headings, to files at the code host, or to HTTPS sites.
func renderWiki(source string, repository vigil.Repository, commit string) (template.HTML, error) {
	safe := safeLinks{repository, commit}
	md := goldmark.New(
		goldmark.WithExtensions(extension.Table),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(safe, 100))),
	)
	var out bytes.Buffer
	if err := md.Convert([]byte(source), &out); err != nil {
		return "", err
	}
	return template.HTML(out.String()), nil // goldmark omits HTML and escapes the rest
}

// safeLinks rewrites links to safe targets and removes those without one.
type safeLinks struct {
	repository vigil.Repository
	commit     string
}

func (s safeLinks) Transform(doc *ast.Document, source text.Reader, _ parser.Context) {
	var out []ast.Node // changed after the walk, which must not see changes
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			to := s.target(string(n.Destination))
			if to == "" {
				out = append(out, n)
			}
			n.Destination = []byte(to)
			n.SetAttributeString("rel", []byte("noopener noreferrer nofollow"))
		case *ast.Image:
			out = append(out, n)
		case *ast.AutoLink:
			if n.AutoLinkType != ast.AutoLinkURL || s.target(string(n.URL(source.Source()))) == "" {
				out = append(out, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range out {
		if auto, is := n.(*ast.AutoLink); is { // the text of an autolink is not a child node
			n.Parent().InsertBefore(n.Parent(), n, ast.NewString(auto.Label(source.Source())))
		}
		unwrap(n)
	}
}

// target returns the allowed target of a link, or "".
func (s safeLinks) target(to string) string {
	u, err := url.Parse(to)
	switch {
	case err != nil:
		return ""
	case u.Scheme == "https" && u.Host != "" && u.User == nil:
		return u.String()
	case u.Scheme != "" || u.Host != "" || u.RawQuery != "" || strings.HasPrefix(to, "/") || strings.Contains(to, `\`):
		return ""
	case u.Path == "":
		return "#" + u.EscapedFragment()
	}
	line, _ := strconv.Atoi(strings.TrimPrefix(u.Fragment, "L")) // 0: the whole file
	return sourceURL(s.repository, s.commit, u.Path, line)
}

// unwrap replaces a node by its children.
func unwrap(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = n.FirstChild() {
		n.Parent().InsertBefore(n.Parent(), n, c)
	}
	n.Parent().RemoveChild(n.Parent(), n)
}
