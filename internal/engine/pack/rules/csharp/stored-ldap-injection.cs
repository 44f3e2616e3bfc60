using System.Data.SqlClient;
using System.DirectoryServices;
using Microsoft.Security.Application;

class Groups
{
    void Find(SqlDataReader reader)
    {
        string name = reader.GetString(0);
        // ruleid: csharp-stored-ldap-injection
        var a = new DirectorySearcher("(cn=" + name + ")");
        // ok: csharp-stored-ldap-injection
        var b = new DirectorySearcher("(cn=" + Encoder.LdapFilterEncode(name) + ")");
        // ok: csharp-stored-ldap-injection
        var c = new DirectorySearcher("(cn=admin)");
    }
}
