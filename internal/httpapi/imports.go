package httpapi

import (
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"mime"
	"regexp"
	"strings"

	"vigil"
	"vigil/api"
	"vigil/internal/listquery"
	"vigil/internal/sarif"
	"vigil/internal/service"
	"vigil/internal/store"
)

var commitRE = regexp.MustCompile(`^[0-9a-fA-F]{7,64}$`)

// importSARIF takes what another tool found, and starts a scan that records it. Whether
// it is SARIF is checked while it comes; compressed, it goes to disk, and from there into the
// database in many short transactions. The last one, which starts the scan, makes it visible.
func (a *API) importSARIF(r *request) (change, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/sarif+json" && kind != "application/json" {
		return change{}, &vigil.Error{Kind: vigil.Unsupported, Code: "unsupported_media_type", Message: "Send the document as it is, with the header Content-Type: application/sarif+json."}
	}
	q := r.query()
	in := service.NewScan{
		Name: cmp.Or(q.One("name"), "Import"), Repository: q.One("repository"), Provider: listquery.Choice(q, "provider", vigil.Providers...), Branch: q.One("branch"),
		Import: &vigil.Import{Commit: strings.ToLower(q.One("commit")), Partial: listquery.Choice(q, "partial", "true", "false") == "true"},
	}
	if !q.Has("repository") {
		q.Fail("repository", "parameter_missing", "is required")
	}
	if in.Import.Commit != "" && !commitRE.MatchString(in.Import.Commit) {
		q.Invalid("commit", "must be the hash of a commit, 7 to 64 hexadecimal digits")
	}
	if err := cmp.Or(q.Done(), vigil.CheckName("repository", in.Repository), vigil.CheckText("name", in.Name, vigil.MaxNameLength)); err != nil {
		return change{}, err
	}
	sum := sha256.New()
	z := gzip.NewWriter(r.spooled)
	body := &io.LimitedReader{R: r.Body, N: vigil.MaxImport + 1}
	whole := io.TeeReader(body, io.MultiWriter(z, sum))
	err := sarif.Check(whole)
	switch {
	case isBodyError(err):
		return change{}, err
	case body.N == 0:
		return change{}, &vigil.Error{Kind: vigil.TooLarge, Code: "body_too_large", Message: fmt.Sprintf("The document is larger than %d MiB.", vigil.MaxImport>>20)}
	case err != nil:
		return change{}, &vigil.Error{Kind: vigil.Invalid, Code: "import_invalid", Message: "The body is not SARIF 2.1.0 that can be imported: " + err.Error() + ".", Err: err}
	}
	if err := z.Close(); err != nil {
		return change{}, err
	}
	return change{
		digest: sum.Sum(nil),
		before: func(ctx context.Context) (err error) {
			if err := a.service.CheckScan(ctx, a.store, r.team(), in); err != nil {
				return err
			}
			if _, err := r.spooled.Seek(0, io.SeekStart); err != nil {
				return fmt.Errorf("read import: %w", err)
			}
			in.Import.Document, err = a.store.StageImport(ctx, r.spooled)
			return err
		},
		discard: func(ctx context.Context) error { return a.store.DiscardImport(ctx, in.Import.Document) },
		apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
			scan, err := a.service.StartScan(ctx, tx, r.team(), in)
			return created(api.NewScan(scan)), err
		},
	}, nil
}
