using Microsoft.AspNetCore.Mvc;

public class FilesController : Controller
{
    public IActionResult Get(string name, int id)
    {
        // ruleid: csharp-header-injection
        Response.Headers["X-File"] = name;
        // ruleid: csharp-header-injection
        Response.Headers.Add("Content-Disposition", "attachment; filename=" + name);
        // ruleid: csharp-header-injection
        HttpContext.Response.Headers.Append(Request.Query["header"], "1");
        // ok: csharp-header-injection
        Response.Headers["X-Id"] = id.ToString();
        // ok: csharp-header-injection
        Response.Headers.Add("Content-Disposition", "attachment; filename*=UTF-8''" + Uri.EscapeDataString(name));
        // ok: csharp-header-injection
        Response.Headers["X-Request-Id"] = Request.Headers["X-Request-Id"];
        return Ok();
    }
}

public partial class Download : System.Web.UI.Page
{
    protected void Page_Load(object sender, EventArgs e)
    {
        // ruleid: csharp-header-injection
        Response.AddHeader("Content-Disposition", "attachment; filename=" + Request.QueryString["file"]);
        // ok: csharp-header-injection
        Response.AddHeader("Content-Disposition", "attachment; filename=report.pdf");
    }
}
