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
        // ruleid: java-jndi-injection
        context.list(name);
        // ruleid: java-jndi-injection
        new javax.management.remote.JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + name);
        // ok: java-jndi-injection
        context.list("java:comp/env");
        // ok: java-jndi-injection
        context.lookup("java:comp/env/jdbc/main");
    }
}
