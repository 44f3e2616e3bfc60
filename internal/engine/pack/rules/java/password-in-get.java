import javax.servlet.http.*;

class Login extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
        // ruleid: java-password-in-get
        String password = request.getParameter("password");
        // ok: java-password-in-get
        String user = request.getParameter("user");
    }

    protected void doPost(HttpServletRequest request, HttpServletResponse response) {
        // ok: java-password-in-get
        String password = request.getParameter("password");
    }
}
