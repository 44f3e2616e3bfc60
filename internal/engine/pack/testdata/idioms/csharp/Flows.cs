using System; using System.Collections.Generic; using System.IO; using System.Linq; using System.Text; using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc; using Microsoft.AspNetCore.Http; using Microsoft.Data.SqlClient; using System.Diagnostics; using Microsoft.EntityFrameworkCore; using Dapper;
public class CController : Controller {
  SqlConnection db; AppDb ctx;
  public IActionResult C1(string q) { // weak
    var cmd = db.CreateCommand(); cmd.CommandText = "select * from t where a = '" + q + "'"; cmd.ExecuteReader(); return Ok(); // finds: csharp-sql-injection
  }
  public IActionResult C2(string q) { // weak
    var sb = new StringBuilder("select * from t where a = '"); sb.Append(q).Append("'");
    new SqlCommand(sb.ToString(), db).ExecuteReader(); return Ok(); // finds: csharp-sql-injection
  }
  public IActionResult C3([FromQuery] string q) { // weak
    return Ok(db.Query($"select * from t where a = '{q}'")); // finds: csharp-sql-injection
  }
  public async Task<IActionResult> C4(string q) { // weak
    return Ok(await ctx.Users.FromSqlRaw("select * from t where a = '" + q + "'").ToListAsync()); // finds: csharp-sql-injection
  }
  public IActionResult C5(string q) { // weak
    ctx.Database.ExecuteSqlRaw(string.Format("delete from t where a = '{0}'", q)); return Ok(); // finds: csharp-sql-injection
  }
  public IActionResult C6() { // weak
    Process.Start("cmd.exe", "/c " + Request.Query["c"]); return Ok(); // finds: csharp-command-injection
  }
  public IActionResult C7() { // weak
    var p = new Process { StartInfo = new ProcessStartInfo { FileName = "sh", Arguments = $"-c \"{Request.Form["c"]}\"" } }; p.Start(); return Ok(); // finds: csharp-command-injection
  }
  public IActionResult C8(string f) { // weak
    return File(System.IO.File.OpenRead(Path.Combine("/srv", f)), "text/plain"); // finds: csharp-path-traversal
  }
  public async Task<IActionResult> C9(IFormFile f) { // weak
    using var s = System.IO.File.Create("/srv/" + f.FileName); await f.CopyToAsync(s); return Ok(); // finds: csharp-path-traversal
  }
  public IActionResult C10(string u) { // weak
    return Redirect(u); // finds: csharp-open-redirect
  }
  public IActionResult C11(string q) { // weak
    return Content($"<b>{q}</b>", "text/html"); // finds: csharp-xss
  }
  public IActionResult C13([FromBody] Dto d) { // weak
    var list = new List<string> { d.Name }; 
    new SqlCommand("select * from t where a in (" + string.Join(",", list) + ")", db).ExecuteReader(); return Ok(); // finds: csharp-sql-injection
  }
  public IActionResult C14(string q) { // weak
    string Build(string x) => "select * from t where a = '" + x + "'";
    new SqlCommand(Build(q), db).ExecuteReader(); return Ok(); // finds: csharp-sql-injection
  }
  public IActionResult C15() { // weak
    using var r = new StreamReader(Request.Body); var s = r.ReadToEnd();
    new SqlCommand("select * from t where a = '" + s + "'", db).ExecuteReader(); return Ok(); // finds: csharp-sql-injection
  }
  public IActionResult C16(string q) { // weak
    var sql = q switch { null => "select 1", _ => "select * from t where a = '" + q + "'" };
    new SqlCommand(sql, db).ExecuteReader(); return Ok(); // finds: csharp-sql-injection
  }
  public IActionResult C17() { // weak
    var name = HttpContext.Request.Headers["X-Name"].ToString();
    new SqlCommand("select * from t where a = '" + name + "'", db).ExecuteReader(); return Ok(); // finds: csharp-sql-injection
  }
  public IActionResult C18() { // weak
    var name = Request.Cookies["n"];
    new SqlDataAdapter("select * from t where a = '" + name + "'", db).Fill(new System.Data.DataTable()); return Ok(); // finds: csharp-sql-injection
  }
  public object C20(byte[] b) { // weak
    return new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter().Deserialize(new MemoryStream(b)); // finds: csharp-unsafe-formatter
  }
}
public class Dto { public string Name { get; set; } }
