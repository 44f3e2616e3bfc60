<%@ page import="java.sql.*" %>
<%
    ResultSet rows = (ResultSet) request.getAttribute("rows");
    while (rows.next()) {
%>
<%-- // ruleid: java-stored-xss-jsp --%>
<li><%= rows.getString("comment") %></li>
<%-- // ok: java-stored-xss-jsp --%>
<li><%= org.owasp.encoder.Encode.forHtml(rows.getString("comment")) %></li>
<%-- // ok: java-stored-xss-jsp --%>
<li><%= rows.getInt("number") %></li>
<% } %>
