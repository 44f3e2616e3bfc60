using System.Web;

class Formats
{
    string Make(HttpContext ctx)
    {
        string format = ctx.Request.QueryString["format"];
        // ok: csharp-format-string
        string safe = string.Format("{0} orders", format);
        // ruleid: csharp-format-string
        return string.Format(format, 3);
    }
}
