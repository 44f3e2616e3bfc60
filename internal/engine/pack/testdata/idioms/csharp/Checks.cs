using System; using System.Collections.Generic; using System.IO; using System.Linq; using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Mvc; using Microsoft.Data.SqlClient; using System.Diagnostics;
[ApiController]
public class AController : ControllerBase {
  static readonly string[] Allowed = { "name", "age" };
  static readonly Dictionary<string, string> Columns = new() { ["n"] = "name" };
  static readonly HashSet<string> Set = new() { "name" };
  static readonly Regex Name = new("^[a-z]+$");
  SqlConnection db; List<User> users;
  enum Order { Name, Id }
  void Run(string sql) { new SqlCommand(sql, db).ExecuteNonQuery(); }

  [HttpGet("s1")] public void S1(string sort) { // safe
    var c = Allowed.Contains(sort) ? sort : "id";
    new SqlCommand("select * from t order by " + c, db).ExecuteReader();
  }
  [HttpGet("s2")] public void S2(string sort) { // safe
    if (!Name.IsMatch(sort)) return;
    new SqlCommand("select * from t order by " + sort, db).ExecuteReader();
  }
  [HttpGet("s3")] public void S3(string sort) { // safe
    if (!Columns.TryGetValue(sort, out var c)) c = "id";
    new SqlCommand("select * from t order by " + c, db).ExecuteReader();
  }
  [HttpGet("s4")] public void S4(string sort) { // safe
    if (!Enum.TryParse<Order>(sort, out var o)) return;
    new SqlCommand("select * from t order by " + o, db).ExecuteReader();
  }
  [HttpGet("s5")] public void S5(int id, Guid g, DateTime d) { // safe
    new SqlCommand($"select * from t where id = {id} and g = '{g}' and d = '{d}'", db).ExecuteReader();
  }
  [HttpGet("s6")] public void S6(string id) { // safe
    if (!int.TryParse(id, out var n)) return;
    new SqlCommand($"select * from t where id = {n}", db).ExecuteReader();
  }
  [HttpGet("s7")] public void S7(string name) { // safe
    var u = users.FirstOrDefault(x => string.Equals(x.Name, name, StringComparison.Ordinal));
    new SqlCommand($"select * from t where r = '{u.Role}'", db).ExecuteReader();
  }
  [HttpGet("s8")] public void S8(string sort) { // safe
    var c = sort switch { "name" => "name", _ => "id" };
    new SqlCommand($"select * from t order by {c}", db).ExecuteReader();
  }
  [HttpGet("s9")] public IActionResult S9(string f) { // safe
    var p = Path.GetFullPath(Path.Combine("/srv", f));
    if (!p.StartsWith("/srv/")) return BadRequest();
    return File(System.IO.File.ReadAllBytes(p), "text/plain");
  }
  [HttpGet("s10")] public IActionResult S10(string f) { // safe
    return PhysicalFile(Path.Combine("/srv", Path.GetFileName(f)), "text/plain");
  }
  [HttpGet("s11")] public void S11(List<int> ids) { // safe
    new SqlCommand($"select * from t where id in ({string.Join(",", ids)})", db).ExecuteReader();
  }
  [HttpGet("s12")] public void S12(List<string> ids) { // safe
    var marks = string.Join(",", ids.Select((_, i) => "@p" + i));
    new SqlCommand($"select * from t where id in ({marks})", db).ExecuteReader();
  }
  [HttpGet("s13")] public void S13(string p) { // safe
    var i = new ProcessStartInfo("git"); i.ArgumentList.Add("log"); i.ArgumentList.Add("--"); i.ArgumentList.Add(p); Process.Start(i);
  }
  [HttpGet("s14")] public void S14(string sort) { // safe
    if (!Set.Contains(sort)) throw new ArgumentException(nameof(sort));
    new SqlCommand("select * from t order by " + sort, db).ExecuteReader();
  }
  [HttpGet("s15")] public void S15(string sort) { // safe
    var c = Allowed.FirstOrDefault(a => a.Equals(sort, StringComparison.OrdinalIgnoreCase)) ?? "id";
    new SqlCommand("select * from t order by " + c, db).ExecuteReader();
  }
  [HttpGet("s16")] public IActionResult S16(string returnUrl) { // safe
    if (Url.IsLocalUrl(returnUrl)) return Redirect(returnUrl);
    return Redirect("/");
  }
  [HttpGet("s17")] public void S17(string d) { // safe
    var dir = string.Equals(d, "desc", StringComparison.OrdinalIgnoreCase) ? "desc" : "asc";
    new SqlCommand("select * from t order by id " + dir, db).ExecuteReader();
  }
  [HttpGet("s18")] public void S18(string name) { // safe
    var sql = "select * from t where 1 = 1";
    var cmd = new SqlCommand();
    if (!string.IsNullOrEmpty(name)) { sql += " and name = @name"; cmd.Parameters.AddWithValue("@name", name); }
    cmd.CommandText = sql; cmd.ExecuteReader();
  }
  [HttpGet("s20")] public void S20(string sort) { // safe
    if (!typeof(User).GetProperties().Any(p => p.Name == sort)) return;
    new SqlCommand("select * from t order by " + sort, db).ExecuteReader();
  }
}
public class User { public string Name { get; set; } public string Role { get; set; } }
