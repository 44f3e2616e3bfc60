import java.net.URLEncoder;
import javax.servlet.http.*;

class Headers extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = request.getParameter("name");
        // ruleid: java-header-injection
        response.setHeader("X-Name", name);
        // ruleid: java-header-injection
        response.addHeader("Content-Disposition", "attachment; filename=" + name);
        // ruleid: java-header-injection
        response.addCookie(new Cookie("name", name));
        // ok: java-header-injection
        response.addCookie(new Cookie("name", URLEncoder.encode(name, "UTF-8")));
        // ok: java-header-injection
        response.setHeader("X-Name", URLEncoder.encode(name, "UTF-8"));
        // ok: java-header-injection
        response.setHeader("X-Count", "" + Integer.parseInt(name));
    }
}
