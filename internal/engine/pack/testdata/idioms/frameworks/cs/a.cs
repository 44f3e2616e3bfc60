using System.Diagnostics; using Microsoft.AspNetCore.Builder; using Microsoft.AspNetCore.Http; using Microsoft.AspNetCore.Mvc; using Microsoft.AspNetCore.Mvc.RazorPages; using Microsoft.AspNetCore.SignalR; using Microsoft.Azure.Functions.Worker; using Microsoft.Azure.Functions.Worker.Http; using System.Web.UI; using Grpc.Core;
public class Program {
  public static void Main(string[] args) {
    var app = WebApplication.Create(args);
    app.MapGet("/x", (string d) => { Process.Start("sh", "-c " + d); }); // finds: csharp-command-injection
    app.MapPost("/y", async (HttpContext ctx) => { Process.Start("sh", "-c " + ctx.Request.Query["d"]); }); // finds: csharp-command-injection
    app.MapPost("/z", (HttpRequest req) => { Process.Start("sh", "-c " + req.Form["d"]); }); // finds: csharp-command-injection
    app.MapGet("/w/{d}", Handle);
  }
  static void Handle(string d) { Process.Start("sh", "-c " + d); } // finds: csharp-command-from-parameter
}
public class IndexModel : PageModel {
  [BindProperty] public string D { get; set; }
  [BindProperty(SupportsGet = true)] public string E { get; set; }
  public void OnPost() { Process.Start("sh", "-c " + D); } // finds: csharp-command-injection
  public void OnGet(string d) { Process.Start("sh", "-c " + d); Process.Start("sh", "-c " + E); } // finds: csharp-command-injection
}
public class ChatHub : Hub { public void Send(string d) { Process.Start("sh", "-c " + d); } } // finds: csharp-command-injection
public class Fn {
  [Function("x")] public HttpResponseData Run([HttpTrigger(AuthorizationLevel.Anonymous, "get")] HttpRequestData req) { Process.Start("sh", "-c " + req.Query["d"]); return null; } // finds: csharp-command-injection
}
public class P : Page { protected void Page_Load(object s, EventArgs e) { Process.Start("sh", "-c " + Request.QueryString["d"]); Process.Start("sh", "-c " + txt.Text); } } // finds: csharp-command-injection
public class G : Greeter.GreeterBase { public override Task<R> Say(Q request, ServerCallContext c) { Process.Start("sh", "-c " + request.Name); return null; } } // finds: csharp-command-injection
public class V : ControllerBase { [HttpGet] public void X([FromRoute] string a, [FromHeader] string b, [FromForm] string c) { Process.Start("sh", "-c " + a); Process.Start("sh", "-c " + b); Process.Start("sh", "-c " + c); } } // finds: csharp-command-injection
