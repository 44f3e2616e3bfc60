package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestHugeSources has the sources that take minutes. `make test-faults` runs it; the
// figures that it prints belong into docs/reference/performance.md.
func TestHugeSources(t *testing.T) {
	if os.Getenv("VIGIL_TEST_FAULTS") == "" {
		t.Skip("VIGIL_TEST_FAULTS is not set")
	}
	forEachDatabase(t, testHugeSources)
}

func testHugeSources(t *testing.T, database ...string) {
	g := newGrounds(t, database...)
	g.patience = 12 * time.Minute
	g.measure(hostile{name: "nothing hostile, to warm up", status: "completed", git: func(r *bare) { r.main() }})
	for _, c := range []hostile{
		{name: "a million files", status: "failed", git: func(r *bare) {
			r.imported(func(add func(path, content string)) {
				for i := range 1_000_000 {
					add(fmt.Sprintf("d%d/e%d/f%d.go", i%100, i/100%100, i), "package x\n")
				}
			})
		}},
		{name: "190,000 files", status: "completed", git: func(r *bare) {
			r.imported(func(add func(path, content string)) {
				for i := range 190_000 {
					add(fmt.Sprintf("d%d/e%d/f%d.go", i%100, i/100%100, i), "package x\n")
				}
			})
		}},
		{name: "190,000 files in a zip", status: "completed", zip: func(t *testing.T) []byte {
			list := make([]packed, 190_000)
			for i := range list {
				list[i] = packed{name: fmt.Sprintf("d%d/e%d/f%d.go", i%100, i/100%100, i), content: "package x\n", stored: true}
			}
			return archive(t, list...)
		}},
		{name: "20,000 findings", status: "completed", git: func(r *bare) { r.secrets("", 40, 500) }},
		{name: "100,000 findings", status: "completed", git: func(r *bare) { r.secrets("", 100, 1000) }, moved: func(r *bare) { r.secrets("moved/", 100, 1000) }},
		{name: "8,000 long paths, each with a secret", status: "completed", git: func(r *bare) { r.longPaths(8_000) }},
		{name: "100,000 long paths, each with a secret", status: "failed", git: func(r *bare) { r.longPaths(100_000) }},
		{name: "a line of 1 GB", status: "completed", git: func(r *bare) {
			r.imported(func(add func(path, content string)) { add("line.txt", strings.Repeat("password=", 1<<30/9)) })
		}},
		{name: "90,000 links with long names", status: "failed", git: func(r *bare) {
			object := r.object("blob", "/etc/passwd")
			var list []leaf
			for i := range 90_000 {
				list = append(list, leaf{mode: "120000", name: fmt.Sprintf("%05d%s", i, strings.Repeat("l", 390)), object: object})
			}
			r.main(list...)
		}},
		{name: "100 files that take as long as a file may", status: "completed", git: func(r *bare) {
			text := strings.Repeat("password=api_key=secret_token=", 160_000)
			r.imported(func(add func(path, content string)) {
				for i := range 100 {
					add(fmt.Sprint(i, ".txt"), text)
				}
			})
		}},
	} {
		took, grown := g.measure(c)
		t.Logf("| %s | %s | %.0f s | %d MB |", c.name, c.status, took.Seconds(), grown>>20)
		if strings.HasSuffix(c.name, " findings") {
			g.again = true
			took, grown = g.measure(c)
			g.again = false
			t.Logf("| %s, the second time | %s | %.0f s | %d MB |", c.name, c.status, took.Seconds(), grown>>20)
		}
		if c.moved != nil {
			c.git = c.moved
			took, grown = g.measure(c)
			t.Logf("| %s, in files of other names | %s | %.0f s | %d MB |", c.name, c.status, took.Seconds(), grown>>20)
			var found struct{ Data []struct{} }
			if err := json.Unmarshal([]byte(g.want(200, g.key, "GET", "/api/v1/vulnerabilities?status=fixed", "")), &found); err != nil || len(found.Data) > 0 {
				t.Errorf("%d or more did not move along, %v", len(found.Data), err)
			}
		}
	}
	g.inspect()
}

// longPaths makes files the tip of main whose paths have 3,500 bytes, each with a secret.
func (r *bare) longPaths(files int) {
	long := strings.Repeat(strings.Repeat("d", 250)+"/", 14)
	r.imported(func(add func(path, content string)) {
		for i := range files {
			add(fmt.Sprintf("%s%d", long, i), "token: "+token(i))
		}
	})
}
