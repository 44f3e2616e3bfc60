import javax.servlet.http.*;
import org.slf4j.*;

class LoginServlet extends HttpServlet {
    private static final Logger log = LoggerFactory.getLogger(LoginServlet.class);

    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        HttpSession session = request.getSession(true);
        // ruleid: java-session-in-log
        log.info("login with session {}", session.getId());
        // ruleid: java-session-in-log
        log("session " + request.getSession().getId());
        String password = request.getParameter("password");
        // ruleid: java-session-in-log
        System.out.println("password " + password);
        // ok: java-session-in-log
        log.info("login of {}", request.getParameter("user"));
        // ok: java-session-in-log
        log.warn("password of {} characters", password.length());
        // ok: java-session-in-log
        log.warn("unexpected {}", sessions.get(session.getId()));
    }
}
