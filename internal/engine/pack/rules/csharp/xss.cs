using System.Web;
using Microsoft.AspNetCore.Mvc;

public class HelloController : Controller
{
    public IActionResult Hello(string name, int age)
    {
        // ruleid: csharp-xss
        return Content("<p>Hello " + name + "</p>", "text/html");
    }

    public IActionResult Result(string name)
    {
        // ruleid: csharp-xss
        return new ContentResult { Content = $"<p>{name}</p>", ContentType = "text/html; charset=utf-8" };
    }

    public async Task Write([FromQuery] string name)
    {
        // ruleid: csharp-xss
        await Response.WriteAsync($"<p>Hello {name}</p>");
        // ok: csharp-xss
        await Response.WriteAsync("<p>Hello " + HtmlEncoder.Default.Encode(name) + "</p>");
    }

    public async Task Plain(string name)
    {
        Response.ContentType = "text/plain";
        // ok: csharp-xss
        await Response.WriteAsync("Hello " + name);
    }

    public IActionResult Safe(string name, int age)
    {
        // ok: csharp-xss
        ViewBag.Age = new HtmlString("<b>" + age + "</b>");
        // ok: csharp-xss
        ViewBag.Name = new HtmlString("<b>" + WebUtility.HtmlEncode(name) + "</b>");
        // ok: csharp-xss
        return Content("Hello " + name);
    }

    public IActionResult Marked(string name)
    {
        // ruleid: csharp-xss
        ViewBag.Name = new HtmlString("<b>" + name + "</b>");
        // ok: csharp-xss
        return Content("{}", "application/json");
    }
}

public partial class Search : System.Web.UI.Page
{
    protected void Page_Load(object sender, EventArgs e)
    {
        string term = Request.QueryString["q"];
        // ruleid: csharp-xss
        Response.Write("You looked for " + term);
        // ruleid: csharp-xss
        lblTerm.Text = "You looked for " + term;
        // ruleid: csharp-xss
        litName.Text = txtName.Text;
        // ok: csharp-xss
        lblTerm.Text = "You looked for " + Server.HtmlEncode(term);
        // ok: csharp-xss
        Response.Write(HttpUtility.HtmlEncode(term));
        // ok: csharp-xss
        txtName.Text = term;
    }
}

public static class Api
{
    public static void Map(WebApplication app)
    {
        // ruleid: csharp-xss
        app.MapGet("/hello", (string name) => Results.Content($"<p>{name}</p>", "text/html"));
        // ok: csharp-xss
        app.MapGet("/json", (string name) => Results.Json(new { name }));
    }
}
