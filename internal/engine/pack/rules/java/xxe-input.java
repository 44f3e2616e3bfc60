import java.io.StringReader;
import javax.servlet.http.HttpServletRequest;
import javax.xml.bind.*;
import javax.xml.stream.XMLInputFactory;
import org.dom4j.DocumentHelper;
import org.simpleframework.xml.core.Persister;
import org.xml.sax.InputSource;

class Documents {
    Object text(HttpServletRequest request) throws Exception {
        // ruleid: java-xxe-input
        return DocumentHelper.parseText(request.getParameter("order"));
    }

    Object bound(HttpServletRequest request, Unmarshaller reader) throws Exception {
        // ruleid: java-xxe-input
        return reader.unmarshal(new InputSource(new StringReader(request.getParameter("order"))));
    }

    Object simple(HttpServletRequest request) throws Exception {
        Persister reader = new Persister();
        // ruleid: java-xxe-input
        return reader.read(Documents.class, request.getInputStream());
    }

    Object closed(HttpServletRequest request, Unmarshaller reader) throws Exception {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        // ok: java-xxe-input
        return reader.unmarshal(factory.createXMLStreamReader(request.getInputStream()));
    }

    Object constant() throws Exception {
        // ok: java-xxe-input
        return DocumentHelper.parseText("<orders/>");
    }
}
