import java.io.PrintWriter;
import javax.servlet.http.*;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.slf4j.*;

class Failing extends HttpServlet {
    private static final Logger log = LoggerFactory.getLogger(Failing.class);

    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
        try {
            work();
        } catch (IllegalStateException e) {
            // ruleid: java-error-message-shown
            response.getWriter().println("failed: " + e.getMessage());
            // ruleid: java-error-message-shown
            response.sendError(500, ExceptionUtils.getStackTrace(e));
        } catch (Exception e) {
            log.error("work", e);
            // ok: java-error-message-shown
            response.getWriter().println("failed");
            // ok: java-error-message-shown
            response.sendError(500, "failed");
        }
    }

    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
        PrintWriter out = response.getWriter();
        try {
            work();
        } catch (Exception e) {
            // ruleid: java-error-message-shown
            out.println(e.toString());
        }
    }

    private void work() {}
}
