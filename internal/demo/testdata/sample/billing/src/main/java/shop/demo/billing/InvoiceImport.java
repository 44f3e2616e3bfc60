package shop.demo.billing;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** Takes invoices from suppliers and state from other machines. */
@RestController
@RequestMapping("/import")
public class InvoiceImport {
  private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

  @PostMapping("/supplier")
  public int supplier(@RequestBody byte[] body)
      throws ParserConfigurationException, IOException, SAXException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(body));
    return document.getElementsByTagName("invoice").getLength();
  }

  @PostMapping("/bank")
  public int bank(@RequestBody byte[] body)
      throws ParserConfigurationException, IOException, SAXException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature(NO_DOCTYPE, true);
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setExpandEntityReferences(false);
    Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(body));
    return document.getElementsByTagName("entry").getLength();
  }

  @PostMapping("/state")
  public String state(InputStream body) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(body)) {
      return String.valueOf(in.readObject());
    }
  }

  @PostMapping("/numbers")
  public int numbers(InputStream body) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(body)) {
      in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("java.lang.Integer;!*"));
      return (Integer) in.readObject();
    }
  }

  @PostMapping("/convert")
  public int convert(@RequestParam String format) throws IOException, InterruptedException {
    String command = "invoice-convert --to " + format + " /var/lib/billing/inbox";
    return Runtime.getRuntime().exec(new String[] {"sh", "-c", command}).waitFor();
  }

  @PostMapping("/compact")
  public int compact() throws IOException, InterruptedException {
    return new ProcessBuilder("invoice-compact", "/var/lib/billing/inbox").start().waitFor();
  }
}
