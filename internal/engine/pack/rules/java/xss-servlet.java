import java.io.PrintWriter;
import javax.servlet.http.*;
import org.owasp.encoder.Encode;
import org.springframework.web.util.HtmlUtils;

class Hello extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = request.getParameter("name");
        // ruleid: java-xss-servlet
        response.getWriter().println("Hello " + name);
        PrintWriter out = response.getWriter();
        // ruleid: java-xss-servlet
        out.printf("Hello %s", name);
        Object[] parts = {"a", name};
        // ruleid: java-xss-servlet
        out.format("Hello %1$s %2$s", parts);
        // ok: java-xss-servlet
        out.println("Hello " + Encode.forHtml(name));
        // ok: java-xss-servlet
        out.println("Hello " + HtmlUtils.htmlEscape(name));
        // ok: java-xss-servlet
        out.println(name.length());
        // ok: java-xss-servlet
        System.out.println(name);
    }

    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        response.setContentType("application/json");
        // ok: java-xss-servlet
        response.getWriter().write(request.getParameter("name"));
    }

    protected void doPut(HttpServletRequest request, HttpServletResponse response) throws Exception {
        response.setContentType("application/problem+json");
        // ok: java-xss-servlet
        response.getWriter().write(request.getParameter("name"));
    }
}
