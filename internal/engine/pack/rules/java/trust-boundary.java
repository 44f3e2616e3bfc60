import javax.servlet.http.*;

class Settings extends HttpServlet {
    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        String role = request.getParameter("role");
        // ruleid: java-trust-boundary
        request.getSession().setAttribute("role", role);
        HttpSession session = request.getSession(true);
        // ruleid: java-trust-boundary
        session.setAttribute(role, "1");
        // ok: java-trust-boundary
        session.setAttribute("page", Integer.parseInt(request.getParameter("page")));
        // ok: java-trust-boundary
        session.setAttribute("role", "guest");
        // ok: java-trust-boundary
        request.setAttribute("role", role);
    }
}
