using System.DirectoryServices;
using Microsoft.AspNetCore.Mvc;

public class PeopleController : Controller
{
    public IActionResult Find(string name, int number)
    {
        var searcher = new DirectorySearcher(root);
        // ruleid: csharp-ldap-injection
        searcher.Filter = "(&(objectClass=user)(uid=" + name + "))";
        // ruleid: csharp-ldap-injection
        var other = new DirectorySearcher($"(uid={name})");
        // ruleid: csharp-ldap-injection
        var third = new DirectorySearcher(root) { Filter = string.Format("(uid={0})", name) };
        // ruleid: csharp-ldap-injection
        var entry = new DirectoryEntry("LDAP://example.com/CN=" + name);
        // ruleid: csharp-ldap-injection
        var request = new SearchRequest("dc=example,dc=com", "(uid=" + name + ")", SearchScope.Subtree);
        // ok: csharp-ldap-injection
        searcher.Filter = "(uid=" + Encoder.LdapFilterEncode(name) + ")";
        // ok: csharp-ldap-injection
        searcher.Filter = "(employeeNumber=" + number + ")";
        // ok: csharp-ldap-injection
        searcher.Filter = "(objectClass=user)";
        return View();
    }

    public IActionResult List(string name)
    {
        // ok: csharp-ldap-injection
        table.Filter = "name = " + name;
        return View();
    }
}
