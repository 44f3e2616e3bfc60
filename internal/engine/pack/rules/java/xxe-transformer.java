import java.io.File;
import java.io.InputStream;
import javax.xml.XMLConstants;
import javax.xml.transform.*;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.*;
import javax.xml.validation.*;
import org.w3c.dom.Document;

class Transformers {
    void open(File sheet) throws Exception {
        TransformerFactory f = TransformerFactory.newInstance();
        // ruleid: java-xxe-transformer
        f.newTransformer(new StreamSource(sheet));
    }

    void copy(InputStream in, Result out) throws Exception {
        Transformer t = TransformerFactory.newInstance().newTransformer();
        // ruleid: java-xxe-transformer
        t.transform(new StreamSource(in), out);
    }

    void schema(InputStream in) throws Exception {
        SchemaFactory f = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
        // ruleid: java-xxe-transformer
        f.newSchema(new StreamSource(in));
    }

    void closed(File sheet) throws Exception {
        TransformerFactory f = TransformerFactory.newInstance();
        f.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        f.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
        // ok: java-xxe-transformer
        f.newTransformer(new StreamSource(sheet));
    }

    void write(Document document, Result out) throws Exception {
        Transformer t = TransformerFactory.newInstance().newTransformer();
        // ok: java-xxe-transformer
        t.transform(new DOMSource(document), out);
    }
}
