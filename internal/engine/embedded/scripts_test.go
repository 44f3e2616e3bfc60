package embedded

import "testing"

func TestScripts(t *testing.T) {
	for _, test := range []struct{ file, page, program string }{
		{"a.html", "<p>\n<script>\nf(1)\n</script>\n<SCRIPT type=module>g()</SCRIPT>", "   \n        \nf(1)\n;        \n                    g();        "},
		{"a.vue", "<template/>\n<script lang=\"ts\">\nlet a: T\n</script>", "           \n                  \nlet a: T\n;        "},
		{"a.html", "<script type=\"application/json\">{}</script><script src=a.js></script>", ""},
		{"a.html", "<script>f(", ""},
		{"a.js", "'<script>f()</script>'", "'<script>f()</script>'"},
	} {
		got := string(Code(test.file, "javascript", []byte(test.page)))
		if got != "" && len(got) != len(test.page) {
			t.Errorf("%q: another length", test.page)
		}
		if got != test.program {
			t.Errorf("%q: %q", test.page, got)
		}
	}
}
