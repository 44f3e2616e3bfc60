using System.Xml;
using System.Xml.XPath;
using Microsoft.AspNetCore.Mvc;

public class UsersController : Controller
{
    public IActionResult Find(string name, int id)
    {
        var document = new XmlDocument();
        // ruleid: csharp-xpath-injection
        var a = document.SelectSingleNode("//user[@name='" + name + "']");
        // ruleid: csharp-xpath-injection
        var b = document.DocumentElement.SelectNodes($"//user[@name='{name}']");
        XPathNavigator navigator = document.CreateNavigator();
        // ruleid: csharp-xpath-injection
        var c = navigator.Evaluate("string(//user[@name='" + name + "']/mail)");
        // ruleid: csharp-xpath-injection
        var d = XPathExpression.Compile("//user[@name='" + Request.Query["name"] + "']");
        // ok: csharp-xpath-injection
        var e = document.SelectSingleNode("//user[@id='" + id + "']");
        // ok: csharp-xpath-injection
        var f = document.SelectNodes("//user");
        // ok: csharp-xpath-injection
        return Ok(root.Descendants("user").Where(u => (string)u.Attribute("name") == name));
    }
}
