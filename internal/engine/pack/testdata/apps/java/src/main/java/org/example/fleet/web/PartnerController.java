package org.example.fleet.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.StringReader;
import java.net.URL;
import java.util.Map;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;
import org.xml.sax.InputSource;

@RestController
@RequestMapping("/partners")
public class PartnerController {
    private static final Map<String, String> PARTNERS = Map.of("garage", "https://garage.example.org/status");

    private final RestTemplate rest = new RestTemplate();

    @PostMapping("/fetch")
    public String fetch(@RequestParam String address) {
        return rest.getForObject(address, String.class); // finds: java-ssrf
    }

    @PostMapping("/status")
    public String status(@RequestParam String partner) {
        String address = PARTNERS.get(partner);
        return rest.getForObject(address, String.class); // safe: java-ssrf
    }

    @PostMapping("/logo")
    public int logo(@RequestParam String address) throws IOException {
        try (InputStream in = new URL(address).openStream()) { // finds: java-ssrf
            return in.available();
        }
    }

    @PostMapping("/restore")
    public String restore(@RequestBody byte[] body) throws Exception {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(body))) { // finds: java-deserialization
            return in.readObject().toString();
        }
    }

    @PostMapping("/import")
    public int read(@RequestBody Map<String, String> body) {
        return body.size(); // safe: java-deserialization
    }

    @PostMapping("/invoice")
    public String invoice(@RequestBody String xml) throws Exception {
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        return builder.parse(new InputSource(new StringReader(xml))).getDocumentElement().getTagName(); // finds: java-xxe-document-builder
    }

    @PostMapping("/order")
    public String order(@RequestBody String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml))).getDocumentElement().getTagName(); // safe: java-xxe-document-builder
    }

    @PostMapping("/formula")
    public Object formula(@RequestParam String formula) {
        return new SpelExpressionParser().parseExpression(formula).getValue(); // finds: java-code-injection
    }

    @PostMapping("/constant")
    public Object constant() {
        return new SpelExpressionParser().parseExpression("1 + 2").getValue(); // safe: java-code-injection
    }
}
