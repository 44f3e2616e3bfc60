import java.io.File;
import javax.xml.XMLConstants;
import javax.xml.transform.*;
import javax.xml.transform.stream.StreamSource;

class Transformers {
    void open(File sheet) throws Exception {
        // ruleid: java-xxe-transformer
        TransformerFactory f = TransformerFactory.newInstance();
        f.newTransformer(new StreamSource(sheet));
    }

    void closed(File sheet) throws Exception {
        // ok: java-xxe-transformer
        TransformerFactory f = TransformerFactory.newInstance();
        f.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        f.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
        f.newTransformer(new StreamSource(sheet));
    }
}
