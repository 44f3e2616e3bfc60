import java.io.InputStream;
import javax.xml.parsers.*;
import org.dom4j.io.SAXReader;
import org.jdom2.input.SAXBuilder;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.DefaultHandler;

class Sax {
    void open(InputStream in) throws Exception {
        SAXParserFactory f = SAXParserFactory.newInstance();
        SAXParser parser = f.newSAXParser();
        // ruleid: java-xxe-sax
        parser.parse(in, new DefaultHandler());
        // ruleid: java-xxe-sax
        new SAXReader().read(in);
        SAXBuilder builder = new SAXBuilder();
        // ruleid: java-xxe-sax
        builder.build(in);
    }

    void reader(InputStream in) throws Exception {
        XMLReader reader = SAXParserFactory.newInstance().newSAXParser().getXMLReader();
        // ruleid: java-xxe-sax
        reader.parse(new InputSource(in));
    }

    void closed(InputStream in) throws Exception {
        SAXParserFactory f = SAXParserFactory.newInstance();
        f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        // ok: java-xxe-sax
        f.newSAXParser().parse(in, new DefaultHandler());
    }

    void closedReader(InputStream in) throws Exception {
        SAXReader reader = new SAXReader();
        reader.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        // ok: java-xxe-sax
        reader.read(in);
    }
}
