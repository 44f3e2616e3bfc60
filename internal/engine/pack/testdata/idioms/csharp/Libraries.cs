using System; using System.Collections.Generic; using System.IO; using System.Linq; using System.Threading.Tasks; using System.ComponentModel.DataAnnotations;
using Microsoft.AspNetCore.Mvc; using Microsoft.Data.SqlClient; using Microsoft.EntityFrameworkCore; using Dapper; using System.Diagnostics; using System.Net;
public class DController : Controller {
  SqlConnection db; AppDb ctx;
  public IActionResult D1(string q) { // safe
    return Ok(db.Query("select * from t where a = @q", new { q }));
  }
  public IActionResult D2(string q) { // safe
    return Ok(ctx.Users.FromSqlInterpolated($"select * from t where a = {q}"));
  }
  public IActionResult D3(string q) { // safe
    var cmd = new SqlCommand("select * from t where a = @q", db); cmd.Parameters.Add("@q", System.Data.SqlDbType.NVarChar).Value = q; cmd.ExecuteReader(); return Ok();
  }
  public IActionResult D4(string q) { // safe
    return Ok(ctx.Users.Where(u => u.Name == q).ToList());
  }
  public IActionResult D5(int id) { // safe
    var u = ctx.Users.Find(id);
    return PhysicalFile(u.Path, "text/plain");
  }
  public IActionResult D6(string f) { // safe
    if (f.Contains("..") || f.IndexOfAny(Path.GetInvalidFileNameChars()) >= 0) return BadRequest();
    return PhysicalFile(Path.Combine("/srv", f), "text/plain");
  }
  public IActionResult D7(string q) { // safe
    return Content(WebUtility.HtmlEncode(q), "text/html");
  }
  public IActionResult D8(string q) { // safe
    return Json(new { q });
  }
  public IActionResult D9(string q) { // safe
    return Content(q, "text/plain");
  }
  public IActionResult D10(string q) { // safe
    return View("Page", q);
  }
  public IActionResult D11(string q) { // safe
    return RedirectToAction("Search", new { q });
  }
  public IActionResult D12(string q) { // safe
    return Redirect("/search?q=" + Uri.EscapeDataString(q));
  }
  public IActionResult D13(string sort) { // safe
    sort = sort?.ToLower() switch { "name" => "name", "age" => "age", _ => "id" };
    new SqlCommand("select * from t order by " + sort, db).ExecuteReader(); return Ok();
  }
  public IActionResult D14(string sort) { // safe
    if (sort != "name" && sort != "age") sort = "id";
    new SqlCommand("select * from t order by " + sort, db).ExecuteReader(); return Ok();
  }
  public IActionResult D15(SortOrder order) { // safe
    new SqlCommand("select * from t order by " + order, db).ExecuteReader(); return Ok();
  }
  public enum SortOrder { Name, Age }
  public IActionResult D16([FromQuery] Query q) { // safe
    new SqlCommand($"select * from t limit {q.Page * q.Size}", db).ExecuteReader(); return Ok();
  }
  public IActionResult D17(string s) { // safe
    if (!s.All(char.IsLetterOrDigit)) return BadRequest();
    new SqlCommand("select * from " + s, db).ExecuteReader(); return Ok();
  }
  public IActionResult D18(string s) { // safe
    if (string.IsNullOrEmpty(s) || !new[] { "a", "b" }.Contains(s)) return BadRequest();
    new SqlCommand("select * from " + s, db).ExecuteReader(); return Ok();
  }
  public IActionResult D19(string s) { // safe
    var d = new Dictionary<string, string> { ["n"] = "name" };
    var c = d.TryGetValue(s, out var v) ? v : "id";
    new SqlCommand("select * from t order by " + c, db).ExecuteReader(); return Ok();
  }
  public IActionResult D20(string s) { // safe
    var c = d.GetValueOrDefault(s, "id");
    return Ok();
  }
}
public class Query { public int Page { get; set; } public int Size { get; set; } }
