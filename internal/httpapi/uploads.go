package httpapi

import (
	"cmp"
	"context"
	"net/http"
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
func (a *API) upload(r *request) (effect, error) {
	if r.Header.Get("Content-Type") != "application/zip" {
		return nil, &vigil.Error{Kind: vigil.Unsupported, Code: "unsupported_media_type",
			Message: "Send the archive as it is, with the header Content-Type: application/zip."}
	}
	q := r.query()
	in := service.NewScan{Name: q.one("name"), Repository: q.one("repository"), Provider: vigil.Zip}
	for _, name := range []string{"repository", "name"} {
		if !q.values.Has(name) {
			q.fail(name, "parameter_missing", "is required")
		}
	}
	// Before a long upload rather than after it.
	if err := cmp.Or(q.done(), vigil.CheckName("repository", in.Repository), vigil.CheckText("name", in.Name, vigil.MaxNameLength)); err != nil {
		return nil, err
	}
	received, err := a.uploads.Receive(r.Body)
	if err != nil {
		return nil, err
	}
	r.cleanup = received.Discard
	r.raw = received.Sum[:] // stands for the body where requests are compared
	return func(ctx context.Context, tx *store.Tx) (answer, error) {
		scan, err := a.service.StartScan(ctx, tx, r.team(), in)
		if err != nil {
			return answer{}, err
		}
		// Before the commit: a scan without its archive would be of no use.
		return created(api.NewScan(scan)), received.Keep(scan.RepositoryID)
	}, nil
}

// extendTime lets a client take longer to send its body than others.
func extendTime(w http.ResponseWriter, d time.Duration) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(d)) // a test's recorder has none
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(d + time.Minute))
}
