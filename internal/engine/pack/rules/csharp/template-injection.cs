using RazorEngine;
using RazorLight;
using Microsoft.AspNetCore.Mvc;

public class MailController : Controller
{
    private readonly RazorLightEngine _engine;

    [HttpPost]
    public async Task<IActionResult> Preview(string text, string name)
    {
        // ruleid: csharp-template-injection
        var a = Engine.Razor.RunCompile(text, "key", null, new { name });
        // ruleid: csharp-template-injection
        var b = await _engine.CompileRenderStringAsync("key", "Hello " + text, new { name });
        // ruleid: csharp-template-injection
        var c = Handlebars.Compile(Request.Form["template"]);
        // ruleid: csharp-template-injection
        var d = Template.Parse(text).Render();
        // ok: csharp-template-injection
        var e = await _engine.CompileRenderStringAsync("key", "Hello @Model.Name", new { name });
        // ok: csharp-template-injection
        var f = await _engine.CompileRenderAsync("mail.cshtml", new { name, text });
        return Content(a);
    }
}
