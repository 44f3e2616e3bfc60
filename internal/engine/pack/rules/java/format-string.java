import javax.servlet.http.*;

class Formats extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = request.getParameter("name");
        // ruleid: java-format-string
        String text = String.format("hello " + name + ", %d orders", 3);
        // ruleid: java-format-string
        System.out.printf(name);
        // ok: java-format-string
        System.out.printf("%s%n", name);
        // ok: java-format-string
        String other = String.format("hello %s", name);
    }
}
