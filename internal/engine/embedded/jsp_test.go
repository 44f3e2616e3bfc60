package embedded

import (
	"strings"
	"testing"
)

func TestJSP(t *testing.T) {
	for _, c := range []struct{ page, java string }{
		{"", ""},
		{"<p>only text</p>\n", "                \n"},
		{"<p><%= name %></p>", "   _w( name );    "},
		{"<% if (a) { %>\n<b>\n<% } %>", "   if (a) {   \n   \n   }   "},
		{"<%! int n; %>", "    int n;   "},
		{"<%-- <%= gone --%><%= x %>", "                  _w( x );"},
		{`<%@ page import="java.sql.*,a.B" %>x`, "import java.sql.*;import a.B;       "},
		{"<%@ page\nimport=\"a.B\" %>", "        \n               "},
		{"<%= cut", "       "},
		{"<% open(", "   open("},
		{"<%", "  "}, {"<%=", "   "}, {"<%%>", "    "}, {"<%@", "   "},
	} {
		if got := string(javaOf([]byte(c.page))); got != c.java {
			t.Errorf("%q became\n%q, not\n%q", c.page, got, c.java)
		}
	}
}

// FuzzJSP checks that every offset and every line number is preserved.
func FuzzJSP(f *testing.F) {
	f.Add("<%")
	f.Add("<%--<%=a%>--%><%!b%><%")
	f.Add("<c:out value='${a}'/>\r${fn:escapeXml(b)}<%= \"%>\" %>")
	f.Add("<%@page import='a'%>\r\n<%=b%><%--c--%><%!d%>")
	f.Fuzz(func(t *testing.T, page string) {
		got := string(javaOf([]byte(page)))
		if len(got) != len(page) || strings.Count(got, "\n") != strings.Count(page, "\n") {
			t.Errorf("%q became %q", page, got)
		}
	})
}
