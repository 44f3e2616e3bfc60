package httpapi

import (
	"context"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

// maxBundle is the largest bundle of rules that is taken.
const maxBundle = vigil.MaxRuleBundle

// ruleTime is how long it may take to send rules and to check them.
const ruleTime = 3 * time.Minute

// bundleTypes are the media types of rules that are taken, and what they stand for.
var bundleTypes = map[string]string{
	"application/zip":    vigil.ZipBundle,
	"application/yaml":   vigil.YAMLBundle,
	"application/x-yaml": vigil.YAMLBundle,
	"text/yaml":          vigil.YAMLBundle,
	"text/x-yaml":        vigil.YAMLBundle,
}

// replaceRules takes rules, has them checked and makes them those of the team.
func (a *API) replaceRules(r *request) (change, error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	b := vigil.RuleBundle{MediaType: bundleTypes[kind]}
	if b.MediaType == "" {
		return change{}, &vigil.Error{Kind: vigil.Unsupported, Code: "unsupported_media_type",
			Message: "Send a zip archive of rule files with the header Content-Type: application/zip, or one rule file with Content-Type: application/yaml."}
	}
	q := r.query()
	b.ReplacesBuiltIn = listquery.Choice(q, "replace_built_in", "true", "false") == "true"
	if err := q.Done(); err != nil {
		return change{}, err
	}
	size, err := receive(r.spooled, r.Body, maxBundle)
	switch {
	case isBodyError(err):
		return change{}, err
	case err != nil:
		return change{}, &vigil.Error{Kind: vigil.Invalid, Code: "rules_invalid", Param: "rules", Message: "The rules could not be read to their end. Send them again.", Err: err}
	case size > maxBundle:
		return change{}, &vigil.Error{Kind: vigil.TooLarge, Code: "body_too_large", Message: "The rules are larger than 5 MiB."}
	}
	// Only now, so that whoever sends slowly takes up no memory.
	if b.Content, err = a.readIntoMemory(r, io.NewSectionReader(r.spooled, 0, size), maxBundle); err != nil {
		return change{}, err
	}
	ctx, cancel := context.WithTimeout(r.caller, ruleTime)
	defer cancel()
	if b.Rules, err = a.checkRules(ctx, r.team(), b); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		b, first, err := a.service.ReplaceRules(ctx, tx, r.team(), b)
		if first {
			return created(api.NewRuleBundle(b)), err
		}
		return ok(api.NewRuleBundle(b)), err
	}}, nil
}

func (a *API) deleteRules(r *request) (change, error) {
	if err := r.query().Done(); err != nil {
		return change{}, err
	}
	return change{apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		id, err := a.service.DeleteRules(ctx, tx, r.team())
		return ok(api.Deleted{Object: "rule_bundle", ID: string(id), Deleted: true}), err
	}}, nil
}

// getRuleBundle answers with the bytes that the team sent.
func (a *API) getRuleBundle(r *request) (answer, error) {
	if err := r.query().Done(); err != nil {
		return answer{}, err
	}
	b, err := a.store.GetRuleBundleContent(r.Context(), r.team())
	if err != nil {
		return answer{}, err
	}
	name := "rules.yaml"
	if b.MediaType == vigil.ZipBundle {
		name = "rules.zip"
	}
	out := answer{status: http.StatusOK, raw: b.Content, header: map[string]string{
		"Content-Type": b.MediaType, "Content-Disposition": `attachment; filename="` + name + `"`, "ETag": `"` + b.SHA256 + `"`,
		"Rules-Replace-Built-In": strconv.FormatBool(b.ReplacesBuiltIn),
	}}
	if matchesETag(r.Header.Values("If-None-Match"), out.header["ETag"]) {
		out.status, out.raw = http.StatusNotModified, nil
	}
	return out, nil
}

// matchesETag tells whether a header If-None-Match names what the caller has already.
func matchesETag(headers []string, etag string) bool {
	for part := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		if part = strings.TrimPrefix(strings.TrimSpace(part), "W/"); part == etag || part == "*" {
			return true
		}
	}
	return false
}

// listRules shows the rules of the server and of the team. There are few enough of them to
// be put together for each page.
func (a *API) listRules(r *request) (answer, error) {
	q := r.query()
	origins := listquery.Choices(q, "origin", vigil.RuleOrigins)
	statuses := listquery.Choices(q, "status", vigil.RuleStatuses)
	languages := q.All("language")
	page, cursor := r.page(q, vigil.RuleSorts)
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	own, err := a.store.GetRuleBundle(r.Context(), r.team())
	if err != nil && vigil.KindOf(err) != vigil.NotFound {
		return answer{}, err
	}
	server, err := a.serverRules()
	if err != nil {
		return answer{}, err
	}
	all := slices.DeleteFunc(vigil.RulesOf(server, own), func(rule vigil.Rule) bool {
		return len(origins) > 0 && !slices.Contains(origins, rule.Origin) || len(statuses) > 0 && !slices.Contains(statuses, rule.Status) ||
			len(languages) > 0 && !slices.ContainsFunc(languages, func(l string) bool { return slices.Contains(rule.Languages, l) })
	})
	if page.Desc {
		slices.Reverse(all)
	}
	return listAnswer(pageOfRules(all, page), cursor, api.NewRule), nil
}

// pageOfRules cuts a page out of rules that are in its order.
func pageOfRules(all []vigil.Rule, page vigil.Page) (l store.List[vigil.Rule]) {
	if page.After != nil {
		behind := func(rule vigil.Rule) bool {
			return (rule.SortKey() < page.After.Text) == page.Desc && rule.SortKey() != page.After.Text
		}
		first := slices.IndexFunc(all, behind)
		if first < 0 {
			return l
		}
		all = all[first:]
	}
	l.Items = all[:min(len(all), page.Limit)]
	if len(all) > page.Limit {
		l.Next = &vigil.Position{Text: l.Items[page.Limit-1].SortKey(), ID: noID}
	}
	return l
}

// noID stands in the cursors of a list whose entries have no UUID.
const noID vigil.ID = "00000000-0000-0000-0000-000000000000"
