package httpapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"

	"vigil"
	"vigil/api"
	"vigil/internal/httpapi"
	"vigil/internal/jsontext"
	"vigil/internal/racetest"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

// largeAPI describes routes with 20 parameters each.
func largeAPI(routes int) string {
	var b strings.Builder
	b.WriteString(`{"openapi":"3.1.0","info":{"title":"é","version":"unknown"},"paths":{`)
	for i := range routes {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"/r%d":{"get":{"parameters":[`, i)
		for p := range 20 {
			if p > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"parameter%d","in":"query","schema":{"type":"string"}}`, p)
		}
		b.WriteString(`],"responses":{"default":{"description":"d \"q\" é😀"}},"x-guard":null}}`)
	}
	b.WriteString(`}}`)
	return b.String()
}

// forEachStored runs fn with an API description in the form in which it is stored, and in
// the one in which earlier versions stored it.
func forEachStored(t *testing.T, description string, fn func(t *testing.T, s *server, path string)) {
	storetest.ForEachConfig(t, func(t *testing.T, c store.Config) {
		s := newServer(t, storetest.Open(t, c), httpapi.RateLimit{})
		var asYAML strings.Builder
		if err := jsontext.YAML(&asYAML, strings.NewReader(description)); err != nil {
			t.Fatal(err)
		}
		now, before := s.startScan("acme/now"), s.startScan("acme/before")
		storetest.Write(t, s.store, func(tx *store.Tx) error {
			return tx.UpsertScanRoutes(ctx, s.team.ID, vigil.ID(now.ID), storetest.Routes(t, "json", description, asYAML.String()))
		})
		storetest.Exec(t, c, `INSERT INTO scan_documents (scan_id, routes_format, routes, wiki) VALUES ($1, 'json', $2, '')`, before.ID, storetest.Packed(t, description))
		for form, scan := range map[string]api.Scan{"now": now, "before": before} {
			t.Run(form, func(t *testing.T) { fn(t, s, "/scans/"+scan.ID+"/endpoints") })
		}
	})
}

// TestScanRoutesAreStreamed: what is written bit by bit is what would be written of the
// whole, in both formats.
func TestScanRoutesAreStreamed(t *testing.T) {
	description := largeAPI(300)
	var parsed any
	if err := json.Unmarshal([]byte(description), &parsed); err != nil {
		t.Fatal(err)
	}
	forEachStored(t, description, func(t *testing.T, s *server, path string) {
		got := read[api.ScanRoutes](s.get(path + "?format=json").want(200))
		if *got.Endpoints != description || *got.Format != "json" || fmt.Sprint(got.Parsed) != fmt.Sprint(parsed) {
			t.Errorf("%.200s", *got.Endpoints)
		}
		got = read[api.ScanRoutes](s.get(path + "?format=yaml").want(200))
		var read any
		if err := yaml.Unmarshal([]byte(*got.Endpoints), &read); err != nil || *got.Format != "yaml" || fmt.Sprint(read) != fmt.Sprint(parsed) || fmt.Sprint(got.Parsed) != fmt.Sprint(parsed) {
			t.Errorf("%v: %.200s", err, *got.Endpoints)
		}
		if out := s.call("HEAD", path).do().want(200); len(out.body) != 0 || out.header.Get("Content-Type") != "application/json" {
			t.Errorf("%v", out.header)
		}
	})
}

// TestScanRoutesHoldLittle looks at the memory while eight callers are in the midst of the
// description of 1,000 routes with 20 parameters, in either form: as a tree one alone
// would be 250 MB.
func TestScanRoutesHoldLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	if racetest.Enabled {
		t.Skip("left out: takes minutes with the race detector; `make test` runs it without")
	}
	forEachStored(t, largeAPI(1000), func(t *testing.T, s *server, path string) {
		before := liveHeap()
		var midst, all sync.WaitGroup
		goOn := make(chan bool)
		for range 8 {
			midst.Add(1)
			all.Go(func() {
				r, _ := http.NewRequest("GET", s.url+path+"?format=yaml", nil)
				r.Header.Set("X-API-Key", string(s.key))
				answer, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Error(err)
					midst.Done()
					return
				}
				defer answer.Body.Close()
				first, err := io.CopyN(io.Discard, answer.Body, 64<<10)
				midst.Done()
				<-goOn
				var end tail
				rest, failed := io.Copy(&end, answer.Body)
				if err != nil || failed != nil || first+rest < 4_000_000 || !bytes.HasSuffix(end, []byte("}\n")) {
					t.Errorf("%d bytes that end with %s: %v, %v", first+rest, end, err, failed)
				}
			})
		}
		midst.Wait()
		if grown := grownSince(before); grown > 48<<20 {
			t.Errorf("the heap grew by %d MiB", grown>>20)
		}
		close(goOn)
		all.Wait()
	})
}

// tail is the end of what was written to it.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	*t = append((*t)[:0], p[max(0, len(p)-10):]...)
	return len(p), nil
}

// grownSince is by how much more memory is in use than before.
func grownSince(before uint64) uint64 { return max(liveHeap(), before) - before }

// liveHeap is how much memory is in use.
func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
