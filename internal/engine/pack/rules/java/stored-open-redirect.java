import java.net.URLEncoder;
import java.sql.ResultSet;
import java.util.Map;
import javax.servlet.http.*;

class Links {
    private static final Map<String, String> TARGETS = Map.of("help", "/help");

    void go(ResultSet rows, HttpServletResponse response) throws Exception {
        String target = rows.getString("target");
        // ruleid: java-stored-open-redirect
        response.sendRedirect(target);
        // ok: java-stored-open-redirect
        response.sendRedirect(TARGETS.getOrDefault(target, "/"));
        // ok: java-stored-open-redirect
        response.sendRedirect("/find?q=" + URLEncoder.encode(target, "UTF-8"));
    }
}
