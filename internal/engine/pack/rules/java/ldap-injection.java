import javax.naming.directory.*;
import javax.servlet.http.*;
import org.springframework.ldap.support.LdapEncoder;

class Directory extends HttpServlet {
    private DirContext context;

    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String uid = request.getParameter("uid");
        SearchControls controls = new SearchControls();
        // ruleid: java-ldap-injection
        context.search("ou=people", "(uid=" + uid + ")", controls);
        InitialDirContext initial = new InitialDirContext();
        // ruleid: java-ldap-injection
        initial.search("uid=" + uid + ",ou=people", "(objectclass=*)", controls);
        // ok: java-ldap-injection
        context.search("ou=people", "(uid=" + LdapEncoder.filterEncode(uid) + ")", controls);
        // ok: java-ldap-injection
        context.search("ou=people", "(uid={0})", new Object[] {uid}, controls);
        // ok: java-ldap-injection
        context.search("ou=people", "(uid=admin)", controls);
    }
}
