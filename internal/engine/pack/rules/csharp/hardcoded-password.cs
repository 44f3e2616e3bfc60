using System.Data.SqlClient;
using System.Net;

public class Settings
{
    private const string Main = "Server=db;Database=shop;User Id=shop;Password=Tr0ub4dor&3;";

    public void Make(IConfiguration configuration, DbContextOptionsBuilder options, string password)
    {
        // ruleid: csharp-hardcoded-password
        var a = new SqlConnection("Server=db;Database=shop;User Id=shop;Password=Tr0ub4dor&3;");
        // ruleid: csharp-hardcoded-password
        var b = new NpgsqlConnection(Main);
        // ruleid: csharp-hardcoded-password
        options.UseSqlServer("Server=db;Database=shop;User Id=shop;Pwd=Tr0ub4dor&3");
        // ruleid: csharp-hardcoded-password
        var c = new NetworkCredential("mail", "Tr0ub4dor&3");
        // ruleid: csharp-hardcoded-password
        var factory = new ConnectionFactory { HostName = "queue", Password = "Tr0ub4dor&3" };
        // ruleid: csharp-hardcoded-password
        if (password == "Tr0ub4dor&3")
        {
            return;
        }
        // ok: csharp-hardcoded-password
        if (type == "password" || password == "")
        {
            return;
        }
        // ok: csharp-hardcoded-password
        var d = new SqlConnection(configuration.GetConnectionString("Main"));
        // ok: csharp-hardcoded-password
        var e = new SqlConnection("Server=db;Database=shop;Integrated Security=true");
        // ok: csharp-hardcoded-password
        var f = new SqlConnection($"Server=db;Database=shop;User Id=shop;Password={password}");
        // ok: csharp-hardcoded-password
        var g = new NetworkCredential("mail", password);
        // ok: csharp-hardcoded-password
        var h = new SqlConnection("Server=db;User Id=shop;Password=<your password>");
    }
}
