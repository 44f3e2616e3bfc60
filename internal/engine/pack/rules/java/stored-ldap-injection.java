import java.sql.ResultSet;
import javax.naming.directory.*;

class Groups {
    void find(DirContext context, ResultSet rows) throws Exception {
        String name = rows.getString("name");
        // ruleid: java-stored-ldap-injection
        context.search("ou=people", "(cn=" + name + ")", new SearchControls());
        // ok: java-stored-ldap-injection
        context.search("ou=people", "(cn={0})", new Object[] {name}, new SearchControls());
    }

    void own(DirContext context) throws Exception {
        // ruleid: java-stored-ldap-injection
        context.search("ou=people", "(cn=" + System.getenv("USER") + ")", new SearchControls());
        // ok: java-stored-ldap-injection
        context.search("ou=people", "(cn=admin)", new SearchControls());
    }
}
