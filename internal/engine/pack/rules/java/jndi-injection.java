import javax.naming.*;
import javax.servlet.http.*;

class Names extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = request.getParameter("name");
        Context context = new InitialContext();
        // ruleid: java-jndi-injection
        context.lookup(name);
        // ruleid: java-jndi-injection
        new InitialContext().lookup("ldap://" + name);
        // ok: java-jndi-injection
        context.lookup("java:comp/env/jdbc/main");
    }
}
