package httpapi

import (
	"cmp"
	"context"
	"crypto/sha256"
	"io"
	"time"

	"vigil"
	"vigil/api"
	"vigil/internal/service"
	"vigil/internal/store"
)

// uploadTime is how long a client may take to send an archive.
const uploadTime = 15 * time.Minute

// upload takes a zip archive, makes it the source of a zip repository and starts a
// scan of it. The archive goes to disk as it comes.
func (a *API) upload(r *request) (change, error) {
	if r.Header.Get("Content-Type") != "application/zip" {
		return change{}, &vigil.Error{Kind: vigil.Unsupported, Code: "unsupported_media_type",
			Message: "Send the archive as it is, with the header Content-Type: application/zip."}
	}
	q := r.query()
	in := service.NewScan{Name: q.One("name"), Repository: q.One("repository"), Provider: vigil.Zip}
	for _, name := range []string{"repository", "name"} {
		if !q.Has(name) {
			q.Fail(name, "parameter_missing", "is required")
		}
	}
	// Before a long upload rather than after it.
	if err := cmp.Or(q.Done(), vigil.CheckName("repository", in.Repository), vigil.CheckText("name", in.Name, vigil.MaxNameLength)); err != nil {
		return change{}, err
	}
	sum := sha256.New()
	size, err := receive(io.MultiWriter(r.spooled, sum), r.Body, vigil.MaxUpload)
	switch {
	case isBodyError(err):
		return change{}, err
	case err != nil:
		return change{}, &vigil.Error{Kind: vigil.Invalid, Code: "archive_damaged", Message: "The archive could not be read completely. Send it again.", Err: err}
	case size > vigil.MaxUpload:
		return change{}, &vigil.Error{Kind: vigil.TooLarge, Code: "body_too_large", Message: "The archive is larger than 512 MiB."}
	}
	if err := a.uploads.Check(r.spooled, size); err != nil {
		return change{}, err
	}
	return change{digest: sum.Sum(nil), apply: func(ctx context.Context, tx *store.Tx) (answer, error) {
		scan, err := a.service.StartScan(ctx, tx, r.team(), in)
		if err != nil {
			return answer{}, err
		}
		if err := tx.UpdateArchiveBytes(ctx, r.team(), scan.RepositoryID, size); err != nil {
			return answer{}, err
		}
		// Before the commit: a scan without its archive would be of no use.
		return created(api.NewScan(scan)), r.spooled.Keep(a.uploads.Path(scan.RepositoryID))
	}}, nil
}
