<%-- // ruleid: java-template-unescaped --%>
<td><s:property value="name" escape="false"/></td>
<%-- // ruleid: java-template-unescaped --%>
<td><c:out value="${user.name}" escapeXml="false"/></td>
<%-- // ruleid: java-template-unescaped --%>
<p th:utext="${message}"></p>
<%-- // ok: java-template-unescaped --%>
<td><s:property value="name"/></td>
<%-- // ok: java-template-unescaped --%>
<td><c:out value="${user.name}"/></td>
<%-- // ok: java-template-unescaped --%>
<p th:utext="#{welcome.text}"></p>
<%-- // ok: java-template-unescaped --%>
<p th:utext="${page.html}"></p>
