import javax.xml.stream.XMLInputFactory;

class Stax {
    void open() {
        // ruleid: java-xxe-stax
        XMLInputFactory f = XMLInputFactory.newInstance();
    }

    void closed() {
        // ok: java-xxe-stax
        XMLInputFactory f = XMLInputFactory.newInstance();
        f.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    }
}
