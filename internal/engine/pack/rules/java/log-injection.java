import javax.servlet.http.*;
import org.slf4j.*;

class Audit extends HttpServlet {
    private static final Logger log = LoggerFactory.getLogger(Audit.class);

    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        String name = request.getParameter("name");
        // ruleid: java-log-injection
        log.info("login of {}", name);
        // ruleid: java-log-injection
        log.warn("no user " + name);
        // ok: java-log-injection
        log.info("login of {}", name.replaceAll("[\r\n]", "_"));
        // ok: java-log-injection
        log.info("page {}", Integer.parseInt(name));
    }
}
