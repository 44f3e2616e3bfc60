using System.Data.SqlClient;
using Dapper;
using Microsoft.AspNetCore.Mvc;
using Microsoft.EntityFrameworkCore;

public class UsersController : Controller
{
    private static readonly HashSet<string> AllowedColumns = new() { "name", "age" };
    private readonly AppContext _context;
    private readonly SqlConnection _connection;

    [HttpGet("users")]
    public async Task<IActionResult> Find(string name, int age, [FromQuery] string? sort)
    {
        // ruleid: csharp-sql-injection
        var a = new SqlCommand("SELECT * FROM users WHERE name = '" + name + "'", _connection);
        // ruleid: csharp-sql-injection
        using var b = new Microsoft.Data.SqlClient.SqlCommand($"SELECT * FROM users WHERE name = '{name}'");
        // ruleid: csharp-sql-injection
        SqlCommand c = new("SELECT * FROM users WHERE name = '" + name + "'", _connection);
        // ruleid: csharp-sql-injection
        var users = await _connection.QueryAsync<User>($"SELECT * FROM users WHERE name = '{name}'");
        // ruleid: csharp-sql-injection
        var list = _context.Users.FromSqlRaw("SELECT * FROM users WHERE name = '" + name + "'").ToList();
        var text = string.Format("DELETE FROM users WHERE name = '{0}'", name);
        // ruleid: csharp-sql-injection
        await _context.Database.ExecuteSqlRawAsync(text);
        // ok: csharp-sql-injection
        var d = new SqlCommand("SELECT * FROM users WHERE age = " + age, _connection);
        // ok: csharp-sql-injection
        var e = new SqlCommand("SELECT * FROM users WHERE name = @name", _connection);
        e.Parameters.AddWithValue("@name", name);
        // ok: csharp-sql-injection
        var more = _connection.Query<User>("SELECT * FROM users WHERE name = @name", new { name });
        // ok: csharp-sql-injection
        var safe = _context.Users.FromSqlRaw("SELECT * FROM users WHERE name = {0}", name).ToList();
        // ok: csharp-sql-injection
        var interpolated = _context.Users.FromSqlInterpolated($"SELECT * FROM users WHERE name = {name}").ToList();
        // ok: csharp-sql-injection
        var plain = _context.Users.FromSql($"SELECT * FROM users WHERE name = {name}").ToList();
        if (!AllowedColumns.Contains(sort))
        {
            return BadRequest();
        }
        // ok: csharp-sql-injection
        return Ok(_connection.Query("SELECT * FROM users ORDER BY " + sort));
    }

    [HttpPost]
    public IActionResult Add([FromBody] User user)
    {
        var command = _connection.CreateCommand();
        // ruleid: csharp-sql-injection
        command.CommandText = "INSERT INTO users (name) VALUES ('" + user.Name + "')";
        // ruleid: csharp-sql-injection
        var other = new SqlCommand { CommandText = $"DELETE FROM users WHERE name = '{user.Name}'", Connection = _connection };
        var sql = new StringBuilder("SELECT * FROM users WHERE name = '");
        sql.Append(Request.Form["name"]);
        sql.Append("'");
        // ruleid: csharp-sql-injection
        command.CommandText = sql.ToString();
        // ok: csharp-sql-injection
        command.CommandText = "SELECT * FROM users WHERE id = " + int.Parse(Request.Form["id"]);
        return Run(Request.Headers["X-Sort"].FirstOrDefault());
    }

    private IActionResult Run(string order)
    {
        // ruleid: csharp-sql-injection
        return Ok(_connection.Execute("SELECT * FROM users ORDER BY " + order));
    }

    // Not an action: nothing of it comes from a request.
    private void Load(string table)
    {
        // ok: csharp-sql-injection
        var command = new SqlCommand("SELECT * FROM " + table, _connection);
    }
}

public class SearchModel : PageModel
{
    [BindProperty(SupportsGet = true)]
    public string Term { get; set; }

    public void OnGet(string kind)
    {
        // ruleid: csharp-sql-injection
        var a = new NpgsqlCommand("SELECT * FROM things WHERE name LIKE '%" + Term + "%'", connection);
        // ruleid: csharp-sql-injection
        var b = new NpgsqlCommand("SELECT * FROM things WHERE kind = '" + kind + "'", connection);
        // ok: csharp-sql-injection
        var c = new NpgsqlCommand("SELECT * FROM things WHERE kind = $1", connection) { Parameters = { new() { Value = kind } } };
    }
}

public partial class Login : System.Web.UI.Page
{
    protected void Button_Click(object sender, EventArgs e)
    {
        string id = Request["id"];
        // ruleid: csharp-sql-injection
        var adapter = new SqlDataAdapter("SELECT * FROM users WHERE id = " + id, connection);
        // ruleid: csharp-sql-injection
        var other = new MySqlCommand("SELECT * FROM users WHERE name = '" + txtName.Text + "'", connection);
        int number;
        int.TryParse(Request.QueryString["n"], out number);
        // ok: csharp-sql-injection
        var third = new SqlDataAdapter("SELECT * FROM users WHERE id = " + number, connection);
    }
}

public static class Api
{
    public static void Map(WebApplication app, IDbConnection db)
    {
        // ruleid: csharp-sql-injection
        app.MapGet("/users/{name}", async (string name) => await db.QueryAsync("SELECT * FROM users WHERE name = '" + name + "'"));
        app.MapPost("/find", (HttpRequest request) =>
        {
            // ruleid: csharp-sql-injection
            return db.Query("SELECT * FROM users WHERE name = '" + request.Query["name"] + "'");
        });
        // ok: csharp-sql-injection
        app.MapGet("/by-id/{id}", (int id) => db.Query("SELECT * FROM users WHERE id = " + id));
    }
}
