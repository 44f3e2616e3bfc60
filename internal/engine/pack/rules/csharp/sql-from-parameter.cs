using System.Data.SqlClient;

public class UserStore
{
    public User Find(string name, string password)
    {
        string sql = "SELECT * FROM users WHERE name = '" + name + "' AND password = '" + password + "'";
        // ruleid: csharp-sql-from-parameter
        var command = new SqlCommand(sql, connection);
        // ruleid: csharp-sql-from-parameter
        var other = new SqlCommand($"SELECT * FROM users WHERE name = '{name}'", connection);
        // ruleid: csharp-sql-from-parameter
        var third = new SqlCommand(string.Format("SELECT * FROM users WHERE name = '{0}'", name), connection);
        // ok: csharp-sql-from-parameter
        var safe = new SqlCommand("SELECT * FROM users WHERE name = @name", connection);
        safe.Parameters.AddWithValue("@name", name);
        // ok: csharp-sql-from-parameter
        return Read(new SqlCommand("SELECT * FROM users WHERE name = '" + name.Replace("'", "''") + "'", connection));
    }

    private bool Exists(string name)
    {
        // ok: csharp-sql-from-parameter
        return Run(new SqlCommand("SELECT 1 FROM users WHERE name = '" + name + "'", connection));
    }

    public void Count(int id, string table)
    {
        // ok: csharp-sql-from-parameter
        var a = new SqlCommand("SELECT count(*) FROM " + table, connection);
        // ok: csharp-sql-from-parameter
        var b = new SqlCommand("SELECT * FROM users WHERE id = '" + id + "'", connection);
    }
}
