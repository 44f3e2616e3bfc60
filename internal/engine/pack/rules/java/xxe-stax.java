import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;

class Stax {
    void open(InputStream in) throws Exception {
        XMLInputFactory f = XMLInputFactory.newInstance();
        // ruleid: java-xxe-stax
        f.createXMLStreamReader(in);
    }

    void event(InputStream in) throws Exception {
        XMLInputFactory f = XMLInputFactory.newFactory();
        f.setProperty(XMLInputFactory.SUPPORT_DTD, true);
        // ruleid: java-xxe-stax
        f.createXMLEventReader(in);
    }

    void closed(InputStream in) throws Exception {
        XMLInputFactory f = XMLInputFactory.newInstance();
        f.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        // ok: java-xxe-stax
        f.createXMLStreamReader(in);
    }

    void closedToo(InputStream in) throws Exception {
        XMLInputFactory f = XMLInputFactory.newFactory();
        f.setProperty("javax.xml.stream.isSupportingExternalEntities", Boolean.FALSE);
        // ok: java-xxe-stax
        f.createXMLEventReader(in);
    }
}
