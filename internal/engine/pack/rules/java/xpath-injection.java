import javax.servlet.http.*;
import javax.xml.xpath.*;
import org.w3c.dom.Document;

class Lookup extends HttpServlet {
    Document document;

    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = request.getHeader("X-Name");
        XPath xp = XPathFactory.newInstance().newXPath();
        // ruleid: java-xpath-injection
        xp.evaluate("//user[@name='" + name + "']", document);
        // ruleid: java-xpath-injection
        XPathExpression e = xp.compile("//user[@name='" + name + "']");
        // ok: java-xpath-injection
        xp.evaluate("//user[@id='" + Long.parseLong(name) + "']", document);
        // ok: java-xpath-injection
        xp.compile("//user");
    }
}
