package httpapi

import (
	"cmp"
	"fmt"
	"io"

	"vigil"
	"vigil/api"
	"vigil/internal/jsontext"
	"vigil/internal/listquery"
	"vigil/internal/store"
)

// getScanRoutes shows the API description that a scan discovered. It can be long, so it
// goes from the database to the caller without being held here.
func (a *API) getScanRoutes(r *request) (answer, error) {
	q := r.query()
	format := listquery.Choice(q, "format", "json", "yaml")
	if err := q.Done(); err != nil {
		return answer{}, err
	}
	id, err := r.pathID("scan")
	if err != nil {
		return answer{}, err
	}
	stored, err := a.store.GetScanRoutes(r.Context(), r.team(), id)
	if err != nil || stored.Format == "" {
		return ok(api.ScanRoutes{Object: "scan_endpoints", ScanID: string(id)}), err
	}
	return answer{file: &file{mediaType: "application/json", log: a.log, write: func(w io.Writer) error {
		return a.writeScanRoutes(w, r, id, stored, cmp.Or(format, stored.Format))
	}}}, nil
}

// writeScanRoutes writes an api.ScanRoutes bit by bit.
func (a *API) writeScanRoutes(w io.Writer, r *request, id vigil.ID, stored store.ScanRoutes, format string) error {
	if _, err := fmt.Fprintf(w, `{"object":"scan_endpoints","scan_id":"%s","format":"%s","endpoints":"`, id, format); err != nil {
		return err
	}
	text := jsontext.NewStringWriter(w)
	convert := format == "yaml" && stored.JSONOnly
	if convert {
		format = "json"
	}
	from, err := a.store.OpenScanRoutes(r.caller, r.team(), id, stored, format)
	if err != nil {
		return err
	}
	if convert {
		err = jsontext.YAML(text, from)
	} else {
		_, err = io.Copy(text, from)
	}
	if err != nil {
		return err
	}
	if err := text.Close(); err != nil {
		return err
	}
	if _, err := io.WriteString(w, `","parsed":`); err != nil {
		return err
	}
	if from, err = a.store.OpenScanRoutes(r.caller, r.team(), id, stored, "json"); err != nil {
		return err
	}
	parsed := jsontext.NewVisibleWriter(w)
	if _, err := io.Copy(parsed, from); err != nil {
		return err
	}
	if err := parsed.Close(); err != nil {
		return err
	}
	_, err = io.WriteString(w, "}\n")
	return err
}
