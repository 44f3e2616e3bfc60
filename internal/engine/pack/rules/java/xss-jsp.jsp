<%@ page import="org.owasp.encoder.Encode" %>
<html>
<%-- // ruleid: java-xss-jsp --%>
<p>Hello <%= request.getParameter("name") %></p>
<%
    String word = request.getParameter("word");
    if (word != null) {
        // ruleid: java-xss-jsp
        out.println("<p>" + word + "</p>");
%>
<%-- // ruleid: java-xss-jsp --%>
<h1>Results for <%= word %></h1>
<%-- // ok: java-xss-jsp --%>
<h1>Results for <%= Encode.forHtml(word) %></h1>
<% } %>
<%-- // ok: java-xss-jsp --%>
<p>Page <%= Integer.parseInt(request.getParameter("page")) %></p>
<%-- // ok: java-xss-jsp --%>
<p>Version <%= application.getServerInfo() %></p>
</html>
