import java.util.*;
import javax.servlet.http.*;

class Plugins extends HttpServlet {
    private static final Set<String> KINDS = Set.of("a.A", "a.B");

    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String kind = request.getParameter("kind");
        // ruleid: java-reflection-injection
        Class.forName(kind).getDeclaredConstructor().newInstance();
        // ok: java-reflection-injection
        Class.forName("a.A");
        if (KINDS.contains(kind)) {
            // ok: java-reflection-injection
            Class.forName(kind);
        }
    }
}
