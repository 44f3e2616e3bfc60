using System;
using System.Data.SqlClient;
using System.Windows.Forms;

public class Report
{
    TextBox name;

    public static void Main(string[] args)
    {
        // ruleid: csharp-sql-from-program-input
        var command = new SqlCommand("SELECT * FROM sales WHERE region = '" + args[0] + "'", connection);
        // ok: csharp-sql-from-program-input
        var safe = new SqlCommand("SELECT * FROM sales WHERE region = @region", connection);
        safe.Parameters.AddWithValue("@region", args[0]);
    }

    void Ask()
    {
        var query = "SELECT * FROM users WHERE name = '" + name.Text + "'";
        // ruleid: csharp-sql-from-program-input
        var adapter = new SqlDataAdapter(query, connection);
        // ok: csharp-sql-from-program-input
        var number = new SqlCommand("SELECT * FROM users WHERE id = " + int.Parse(Console.ReadLine()), connection);
        // ruleid: csharp-sql-from-program-input
        var line = new SqlCommand("SELECT * FROM users WHERE name = '" + Console.ReadLine() + "'", connection);
    }
}
