using System; using Microsoft.AspNetCore.Mvc; using Microsoft.Data.SqlClient;
public class AController : Controller {
  SqlConnection db;
  public IActionResult A(string a) {
    var n = Convert.ToInt32(new SqlCommand("select count(*) from t where a = '" + a + "'", db).ExecuteScalar()); // finds: csharp-sql-injection
    if ((int)new SqlCommand("select count(*) from t where b = '" + a + "'", db).ExecuteScalar() == 0) return NotFound(); // finds: csharp-sql-injection
    return Ok(int.Parse(new SqlCommand("select x from t where c = '" + a + "'", db).ExecuteScalar().ToString())); // finds: csharp-sql-injection
  }
}
