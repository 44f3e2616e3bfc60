using System.Data.SqlClient;

class Orders
{
    void Of(SqlConnection connection, SqlDataReader reader)
    {
        string name = reader.GetString(1);
        // ruleid: csharp-stored-sql-injection
        var a = new SqlCommand("SELECT * FROM orders WHERE customer = '" + name + "'", connection);
        // ok: csharp-stored-sql-injection
        var b = new SqlCommand("SELECT * FROM orders WHERE customer = @name", connection);
        b.Parameters.AddWithValue("@name", name);
        // ok: csharp-stored-sql-injection
        var c = new SqlCommand("SELECT * FROM orders WHERE id = " + int.Parse(name), connection);
    }
}
