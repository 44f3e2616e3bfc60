<%@ taglib prefix="c" uri="http://java.sun.com/jsp/jstl/core" %>
<%-- // ruleid: java-xss-jsp-expression --%>
<p>Hello ${param.name}</p>
<%-- // ruleid: java-xss-jsp-expression --%>
<input name="q" value="${param['q']}">
<%-- // ok: java-xss-jsp-expression --%>
<p>Hello <c:out value="${param.name}"/></p>
<%-- // ok: java-xss-jsp-expression --%>
<p>Hello ${fn:escapeXml(param.name)}</p>
<%-- // ok: java-xss-jsp-expression --%>
<option ${param.size == 'large' ? 'selected' : ''}>large</option>
<%-- // ok: java-xss-jsp-expression --%>
<c:if test="${param.error}">wrong</c:if>
