using System; using System.IO; using System.IO.Compression; using System.DirectoryServices; using System.Text.RegularExpressions; using System.Xml; using System.Xml.XPath; using Microsoft.AspNetCore.Mvc; using Microsoft.Extensions.Logging; using Newtonsoft.Json; using System.Text.Json;
public class EController : Controller {
  ILogger<EController> log; XPathNavigator nav;
  public void E1(string u) { // weak
    new DirectorySearcher("(uid=" + u + ")").FindAll(); // finds: csharp-ldap-injection
  }
  public void E2(string x) { // weak
    nav.Select("//u[@n='" + x + "']"); // finds: csharp-xpath-injection
  }
  public void E3(string q) { // safe
    new Regex(Regex.Escape(q));
  }
  public void E4(string q) { // weak
    new Regex(q).IsMatch("x"); // finds: csharp-regex-injection
  }
  public void E5(string q) { // safe
    log.LogInformation("search {Q}", q.Replace("\n", "").Replace("\r", ""));
  }
  public void E6(string json) { // weak
    JsonConvert.DeserializeObject(json, new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All }); // finds: csharp-json-type-names
  }
  public void E7(string json) { // safe
    JsonConvert.DeserializeObject<Form>(json);
  }
  public void E8(string json) { // safe
    System.Text.Json.JsonSerializer.Deserialize<Form>(json);
  }
  public void E9(string c) { // weak
    Activator.CreateInstance(Type.GetType(c)); // finds: csharp-code-injection
  }
  public void E10(string f, string to) { // safe
    using var z = ZipFile.OpenRead("x.zip");
    foreach (var e in z.Entries) {
      var p = Path.GetFullPath(Path.Combine("/srv", e.FullName));
      if (!p.StartsWith("/srv/", StringComparison.Ordinal)) throw new IOException();
      e.ExtractToFile(p);
    }
  }
  public void E11() { // weak
    using var z = ZipFile.OpenRead("x.zip");
    foreach (var e in z.Entries) { e.ExtractToFile(Path.Combine("/srv", e.FullName)); } // finds: csharp-zip-slip
  }
  public void E12(string l) { // safe
    Response.Cookies.Append("lang", l == "de" ? "de" : "en", new Microsoft.AspNetCore.Http.CookieOptions { HttpOnly = true, Secure = true, SameSite = Microsoft.AspNetCore.Http.SameSiteMode.Lax });
  }
  public void E13(string n) { // safe
    Response.Headers["X-Name"] = Uri.EscapeDataString(n);
  }
  public void E14(string xml) { // safe
    var d = new XmlDocument { XmlResolver = null }; d.LoadXml(xml);
  }
}
public class Form { public string Name { get; set; } }
