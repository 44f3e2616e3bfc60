package source_test

import (
	"net/netip"
	"sync/atomic"
	"testing"

	"vigil/internal/netguard"
	"vigil/internal/source"
)

func BenchmarkClone(b *testing.B) {
	o := newOrigin(b, "main")
	o.commit("main", o.tree(file("a.go", "package a\n")))
	port, caFile := gitServer(b, o, new(atomic.Int32), func() {})
	f := source.Fetcher{CAFile: caFile, AllowFile: true, Policy: netguard.Policy{AllowNetworks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}}
	for name, url := range map[string]string{"https": "https://127.0.0.1:" + port + "/public/origin.git", "file": o.url()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := f.Clone(b.Context(), source.Repository{URL: url}, b.TempDir()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
