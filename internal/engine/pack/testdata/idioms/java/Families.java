package a;
import java.io.*;
import java.nio.file.*;
import java.util.regex.Pattern;
import java.util.zip.*;
import javax.naming.directory.*;
import javax.servlet.http.*;
import javax.xml.*;
import javax.xml.parsers.*;
import javax.xml.xpath.*;
import org.slf4j.*;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.owasp.esapi.ESAPI;
class E extends HttpServlet {
  Logger log = LoggerFactory.getLogger(E.class);
  DirContext ctx; XPath xpath; org.w3c.dom.Document doc;
  void e1(HttpServletRequest r) throws Exception { // weak
    ctx.search("dc=x", "(uid=" + r.getParameter("u") + ")", new SearchControls()); // finds: java-ldap-injection
  }
  void e2(HttpServletRequest r) throws Exception { // safe
    ctx.search("dc=x", "(uid={0})", new Object[] { r.getParameter("u") }, new SearchControls());
  }
  void e3(HttpServletRequest r) throws Exception { // safe
    ctx.search("dc=x", "(uid=" + ESAPI.encoder().encodeForLDAP(r.getParameter("u")) + ")", new SearchControls());
  }
  void e4(HttpServletRequest r) throws Exception { // weak
    xpath.evaluate("//u[@n='" + r.getParameter("n") + "']", doc); // finds: java-xpath-injection
  }
  void e5(HttpServletRequest r) throws Exception { // safe
    xpath.setXPathVariableResolver(v -> r.getParameter("n")); xpath.evaluate("//u[@n=$n]", doc);
  }
  void e6(HttpServletRequest r) throws Exception { // safe
    SAXParserFactory f = SAXParserFactory.newInstance(); f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true); f.newSAXParser().parse(r.getInputStream(), new org.xml.sax.helpers.DefaultHandler());
  }
  void e7(HttpServletRequest r) throws Exception { // weak
    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(r.getInputStream()); // finds: java-xxe-document-builder
  }
  void e8(HttpServletRequest r) throws Exception { // safe
    new ObjectMapper().readValue(r.getReader(), Form.class);
  }
  void e9(HttpServletRequest r) { // safe
    log.info("search {}", r.getParameter("q").replaceAll("[\r\n]", ""));
  }
  void e10(HttpServletRequest r, HttpServletResponse s) { // safe
    s.setHeader("X-Name", r.getParameter("n").replaceAll("[\r\n]", ""));
  }
  void e11(HttpServletRequest r) { // safe
    Pattern.compile(Pattern.quote(r.getParameter("q")));
  }
  void unzip(ZipInputStream z, Path to) throws IOException { // safe
    for (ZipEntry e; (e = z.getNextEntry()) != null; ) {
      Path p = to.resolve(e.getName()).normalize();
      if (!p.startsWith(to)) throw new IOException(e.getName());
      Files.copy(z, p);
    }
  }
  void unzip2(ZipInputStream z, Path to) throws IOException { // weak
    for (ZipEntry e; (e = z.getNextEntry()) != null; ) { Files.copy(z, to.resolve(e.getName())); } // finds: java-zip-slip
  }
  void e12(HttpServletRequest r, HttpServletResponse s) throws IOException { // safe
    s.setContentType("application/json"); s.getWriter().write(new ObjectMapper().writeValueAsString(r.getParameter("q")));
  }
  void e13(HttpServletRequest r, HttpServletResponse s) throws IOException { // weak
    s.setContentType("text/html"); s.getWriter().write("<b>" + r.getParameter("q") + "</b>"); // finds: java-xss-servlet
  }
  void e14(HttpServletRequest r, HttpServletResponse s) throws IOException { // safe
    s.setContentType("text/plain"); s.getWriter().write(r.getParameter("q"));
  }
  void e15(HttpServletRequest r) throws Exception { // weak
    Class.forName(r.getParameter("c")).newInstance(); // finds: java-reflection-injection
  }
  void e16(HttpServletRequest r) throws Exception { // safe
    Class<?> c = java.util.Map.of("a", A1.class, "b", B1.class).get(r.getParameter("c")); c.newInstance();
  }
  void e17(HttpServletRequest r) throws Exception { // safe
    Cookie c = new Cookie("lang", "de".equals(r.getParameter("l")) ? "de" : "en"); c.setSecure(true); c.setHttpOnly(true);
  }
}
class Form { public String name; }
