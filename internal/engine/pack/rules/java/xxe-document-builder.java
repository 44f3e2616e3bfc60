import javax.xml.XMLConstants;
import javax.xml.parsers.*;

class Dom {
    void open() throws Exception {
        // ruleid: java-xxe-document-builder
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.newDocumentBuilder();
    }

    void closed() throws Exception {
        // ok: java-xxe-document-builder
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        f.newDocumentBuilder();
    }
}
