using System; using System.Collections.Generic; using System.Linq; using System.Net.Http; using System.Threading.Tasks; using System.Web;
using Microsoft.AspNetCore.Mvc; using Microsoft.Data.SqlClient; using System.Text.Encodings.Web;
[ApiController]
public class BController : ControllerBase {
  static readonly HashSet<string> Hosts = new() { "a.example.com" };
  HttpClient http; SqlConnection db;
  [HttpGet("s1")] public async Task S1(string u) { // safe
    var uri = new Uri(u);
    if (!Hosts.Contains(uri.Host)) throw new ArgumentException();
    await http.GetAsync(uri);
  }
  [HttpGet("s2")] public async Task S2(string u) { // safe
    if (!Uri.TryCreate(u, UriKind.Absolute, out var uri) || uri.Host != "a.example.com") return;
    await http.GetAsync(uri);
  }
  [HttpGet("b2")] public async Task B2(string u) { // weak
    if (!Uri.TryCreate(u, UriKind.Absolute, out var uri)) return;
    await http.GetAsync(uri); // finds: csharp-ssrf
  }
  [HttpGet("s3")] public IActionResult S3(string next) { // safe
    if (!next.StartsWith("/") || next.StartsWith("//")) next = "/";
    return Redirect(next);
  }
  [HttpGet("s4")] public IActionResult S4(string next) { // safe
    return LocalRedirect(next);
  }
  [HttpGet("s5")] public IActionResult S5(string q) { // safe
    return Content("<b>" + HtmlEncoder.Default.Encode(q) + "</b>", "text/html");
  }
  [HttpGet("b5")] public IActionResult B5(string q) { // weak
    return Content("<b>" + q + "</b>", "text/html"); // finds: csharp-xss
  }
  [HttpPost("s6")] public void S6([FromBody] Order o) { // safe
    new SqlCommand($"select * from t where id = {o.Id} and ok = {o.Ok} and g = '{o.Key}'", db).ExecuteReader();
  }
  [HttpPost("b6")] public void B6([FromBody] Order o) { // weak
    new SqlCommand($"select * from t where id = '{o.Name}'", db).ExecuteReader(); // finds: csharp-sql-injection
  }
  [HttpPost("b7")] public void B7([FromBody] Order o) { // weak
    new SqlCommand("select * from t where id in (" + string.Join(",", o.Names.Select(n => "'" + n + "'")) + ")", db).ExecuteReader(); // finds: csharp-sql-injection
  }
  [HttpPost("s8")] public void S8([FromBody] Order o) { // safe
    var names = o.Names.Where(n => Hosts.Contains(n));
    new SqlCommand("select * from t where id in (" + string.Join(",", names) + ")", db).ExecuteReader();
  }
}
public class Order { public int Id { get; set; } public string Name { get; set; } public bool Ok { get; set; } public Guid Key { get; set; } public List<string> Names { get; set; } }
