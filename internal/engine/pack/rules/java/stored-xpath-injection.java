import java.sql.ResultSet;
import javax.xml.xpath.*;
import org.apache.commons.text.StringEscapeUtils;
import org.w3c.dom.Document;

class Select {
    String role(XPath xpath, Document users, ResultSet rows) throws Exception {
        String name = rows.getString("name");
        // ruleid: java-stored-xpath-injection
        return xpath.evaluate("//user[@name='" + name + "']/role", users);
    }

    String escaped(XPath xpath, Document users, ResultSet rows) throws Exception {
        String name = StringEscapeUtils.escapeXml10(rows.getString("name"));
        // ok: java-stored-xpath-injection
        return xpath.evaluate("//user[@name='" + name + "']/role", users);
    }

    String own(XPath xpath, Document users) throws Exception {
        // ruleid: java-stored-xpath-injection
        return xpath.evaluate("//user[@name='" + System.getProperty("user") + "']/role", users);
    }
}
