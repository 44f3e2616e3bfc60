import java.net.URLEncoder;
import java.sql.ResultSet;
import javax.servlet.http.*;

class Headers {
    void name(ResultSet rows, HttpServletResponse response) throws Exception {
        String name = rows.getString("name");
        // ruleid: java-stored-header-injection
        response.setHeader("X-Name", name);
        // ok: java-stored-header-injection
        response.setHeader("X-Name", URLEncoder.encode(name, "UTF-8"));
        // ok: java-stored-header-injection
        response.setHeader("X-Number", "" + Integer.parseInt(name));
    }
}
