using System.Data.SqlClient;
using System.Web;

class Pages
{
    void Names(HttpContext context, SqlDataReader reader)
    {
        // ruleid: csharp-stored-xss
        context.Response.Write("<li>" + reader.GetString(1) + "</li>");
        string name = reader["name"].ToString();
        // ruleid: csharp-stored-xss
        context.Response.Write("<li>" + name + "</li>");
        // ok: csharp-stored-xss
        context.Response.Write("<li>" + HttpUtility.HtmlEncode(reader.GetString(1)) + "</li>");
        // ok: csharp-stored-xss
        context.Response.Write("<li>" + reader.GetInt32(0) + "</li>");
    }
}
