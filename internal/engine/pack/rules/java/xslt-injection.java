import java.io.StringReader;
import javax.servlet.http.*;
import javax.xml.transform.*;
import javax.xml.transform.stream.StreamSource;

class Pages extends HttpServlet {
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        StreamSource sheet = new StreamSource(new StringReader(request.getParameter("sheet")));
        TransformerFactory factory = TransformerFactory.newInstance();
        // ruleid: java-xslt-injection
        factory.newTransformer(sheet);
        // ruleid: java-xslt-injection
        TransformerFactory.newInstance().newTemplates(new StreamSource(request.getInputStream()));
        // ok: java-xslt-injection
        Transformer own = factory.newTransformer(new StreamSource("page.xsl"));
        // ok: java-xslt-injection
        own.transform(sheet, null);
    }
}
