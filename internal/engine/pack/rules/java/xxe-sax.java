import javax.xml.parsers.*;
import org.dom4j.io.SAXReader;

class Sax {
    void open() throws Exception {
        // ruleid: java-xxe-sax
        SAXParserFactory f = SAXParserFactory.newInstance();
        // ruleid: java-xxe-sax
        SAXReader r = new SAXReader();
    }

    void closed() throws Exception {
        // ok: java-xxe-sax
        SAXParserFactory f = SAXParserFactory.newInstance();
        f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    }
}
