package embedded

import (
	"bytes"
	"strings"
	"testing"
)

func TestRubyOf(t *testing.T) {
	for _, c := range []struct{ name, template, ruby string }{
		{"text", "<p>a</p>\n", "        \n"},
		{"a value", "<p><%= a %></p>", "       a ;     "},
		{"unescaped", "<p><%== a %></p>", "   raw  a ;     "},
		{"statements", "<% if a -%>\n<%- b -%>x<% end %>", "   if a  ; \n    b  ;     end ; "},
		{"two in a line", "<%= a %><%= b %>", "    a ;     b ; "},
		{"over lines", "<%= f(\n  a) %>", "    f(\n  a) ; "},
		{"comments", "<%# a %><% # b %><%= c %>", strings.Repeat(" ", 6) + ";" + strings.Repeat(" ", 8) + ";" + "     c ; "},
		{"a comment over lines", "<%# a\nb %><% # c\nd %>", "     \n  ;    # c\nd ; "},
		{"no program", "<%% a %>", "        "},
		{"letters of several bytes", "ü<%= 'ü' %>", "      'ü' ; "},
		{"not closed", "<p><%= a", "       a"},
		{"only the mark", "<%", "  "},
		{"marks at the end", "a<%==", " raw "},
		{"empty", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := string(rubyOf([]byte(c.template))); got != c.ruby {
				t.Errorf("of %q\n got %q\nwant %q", c.template, got, c.ruby)
			}
		})
	}
}

// FuzzRubyOf checks that every offset is the same in the template and in its code.
func FuzzRubyOf(f *testing.F) {
	for _, s := range []string{"<%= a %>\n<%== b -%>", "<%", "<%%>", "<%-%><%==%>", "%><%=\n-%>"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		was := bytes.Clone(src)
		got := rubyOf(src)
		if len(got) != len(src) || !bytes.Equal(src, was) {
			t.Fatalf("%q became %q", was, got)
		}
		for i, b := range src {
			if (b == '\n') != (got[i] == '\n') {
				t.Fatalf("the lines of %q and %q differ", src, got)
			}
		}
	})
}
