import java.io.InputStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.*;
import org.w3c.dom.Document;

class Dom {
    private final DocumentBuilderFactory held = DocumentBuilderFactory.newInstance();

    Document open(InputStream in) throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        DocumentBuilder builder = f.newDocumentBuilder();
        // ruleid: java-xxe-document-builder
        return builder.parse(in);
    }

    Document field(InputStream in) throws Exception {
        // ruleid: java-xxe-document-builder
        return held.newDocumentBuilder().parse(in);
    }

    Document half(InputStream in) throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        // ruleid: java-xxe-document-builder
        return f.newDocumentBuilder().parse(in);
    }

    Document openOnPurpose(InputStream in) throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", false);
        // ruleid: java-xxe-document-builder
        return f.newDocumentBuilder().parse(in);
    }

    Document closed(InputStream in) throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        // ok: java-xxe-document-builder
        return f.newDocumentBuilder().parse(in);
    }

    Document bothOff(InputStream in) throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setFeature("http://xml.org/sax/features/external-general-entities", false);
        f.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
        // ok: java-xxe-document-builder
        return f.newDocumentBuilder().parse(in);
    }

    private DocumentBuilderFactory factory() throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        return f;
    }

    Document helper(InputStream in) throws Exception {
        // ok: java-xxe-document-builder
        return factory().newDocumentBuilder().parse(in);
    }

    Document written() throws Exception {
        // ok: java-xxe-document-builder
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument();
    }
}
