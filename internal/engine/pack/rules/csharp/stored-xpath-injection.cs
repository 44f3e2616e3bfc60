using System.Data.SqlClient;
using System.Xml;
using System.Security;

class Roles
{
    XmlNode Of(XmlDocument users, SqlDataReader reader)
    {
        string name = reader.GetString(0);
        // ok: csharp-stored-xpath-injection
        users.SelectSingleNode("//user[@name='" + SecurityElement.Escape(name) + "']");
        // ruleid: csharp-stored-xpath-injection
        return users.SelectSingleNode("//user[@name='" + name + "']");
    }
}
