import javax.servlet.http.*;
import org.owasp.encoder.Encode;

class Errors {
    void missing(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String page = request.getParameter("page");
        // ruleid: java-error-message-echo
        response.sendError(HttpServletResponse.SC_NOT_FOUND, "no page " + page);
        // ok: java-error-message-echo
        response.sendError(HttpServletResponse.SC_NOT_FOUND, "no page " + Encode.forHtml(page));
        // ok: java-error-message-echo
        response.sendError(HttpServletResponse.SC_NOT_FOUND, "no such page");
    }
}
