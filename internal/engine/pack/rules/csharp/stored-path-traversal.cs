using System.Data.SqlClient;
using System.IO;

class Documents
{
    string Read(SqlDataReader reader)
    {
        // ruleid: csharp-stored-path-traversal
        return File.ReadAllText("/srv/documents/" + reader.GetString(0));
    }

    string Safe(SqlDataReader reader)
    {
        // ok: csharp-stored-path-traversal
        return File.ReadAllText("/srv/documents/" + Path.GetFileName(reader.GetString(0)));
    }

    string Number(SqlDataReader reader)
    {
        // ok: csharp-stored-path-traversal
        return File.ReadAllText("/srv/documents/" + reader.GetInt32(0));
    }
}
