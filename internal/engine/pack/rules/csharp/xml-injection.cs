using System.Web;
using System.Xml;

class Employees
{
    void Write(HttpContext ctx, XmlWriter writer)
    {
        string name = ctx.Request.QueryString["name"];
        // ruleid: csharp-xml-injection
        writer.WriteRaw("<name>" + name + "</name>");
        // ok: csharp-xml-injection
        writer.WriteElementString("name", name);
        // ok: csharp-xml-injection
        writer.WriteRaw("<name/>");
    }
}
