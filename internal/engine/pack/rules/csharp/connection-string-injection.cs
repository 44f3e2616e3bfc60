using System.Data.SqlClient;
using System.Web;

class Years
{
    void Open(HttpContext ctx, SqlConnection open)
    {
        string year = ctx.Request.QueryString["year"];
        // ruleid: csharp-connection-string-injection
        var a = new SqlConnection("Server=db;Initial Catalog=orders" + year);
        // ruleid: csharp-connection-string-injection
        open.ConnectionString = "Server=" + year;
        // ok: csharp-connection-string-injection
        var b = new SqlConnection("Server=db;Initial Catalog=orders" + int.Parse(year));
        // ok: csharp-connection-string-injection
        var builder = new NpgsqlConnectionStringBuilder(main) { Database = year };
        var d = new NpgsqlConnection(builder.ConnectionString);
        // ok: csharp-connection-string-injection
        _blobSettings.ConnectionString = ctx.Request.Form["connection"];
        // ok: csharp-connection-string-injection
        vm.ConnectionString = ctx.Request.Form["connection"];
        // ok: csharp-connection-string-injection
        var c = new SqlConnection("Server=db;Initial Catalog=orders");
    }
}
