import java.sql.ResultSet;
import java.util.Properties;
import javax.servlet.http.*;
import org.owasp.encoder.Encode;

class Pages {
    void names(ResultSet rows, HttpServletResponse response) throws Exception {
        while (rows.next()) {
            // ruleid: java-stored-xss
            response.getWriter().println("<li>" + rows.getString("name") + "</li>");
            // ok: java-stored-xss
            response.getWriter().println("<li>" + Encode.forHtml(rows.getString("name")) + "</li>");
        }
    }

    void count(ResultSet rows, HttpServletResponse response) throws Exception {
        // ok: java-stored-xss
        response.getWriter().println("<p>" + Integer.parseInt(rows.getString("count")) + "</p>");
    }

    void greeting(Properties texts, HttpServletResponse response) throws Exception {
        String text = texts.getProperty("greeting");
        // ruleid: java-stored-xss
        response.getWriter().write("<h1>" + text + "</h1>");
    }
}
