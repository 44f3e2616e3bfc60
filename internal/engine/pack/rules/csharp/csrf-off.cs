using Microsoft.AspNetCore.Mvc;

public class OrdersController : Controller
{
    // ok: csharp-csrf-off
    [HttpPost]
    [ValidateAntiForgeryToken]
    public IActionResult Create(Order order)
    {
        return View();
    }

    // ruleid: csharp-csrf-off
    [HttpPost]
    public IActionResult Delete(int id)
    {
        return View();
    }

    // ruleid: csharp-csrf-off
    [HttpPost("pay")]
    [IgnoreAntiforgeryToken]
    public IActionResult Pay(int id)
    {
        return View();
    }

    // ok: csharp-csrf-off
    [HttpGet]
    public IActionResult Show(int id)
    {
        return View();
    }
}

public static class Endpoints
{
    public static void Map(WebApplication app)
    {
        // ruleid: csharp-csrf-off
        app.MapPost("/orders", Create).DisableAntiforgery();
        // ok: csharp-csrf-off
        app.MapGet("/orders", List).WithName("orders").DisableAntiforgery();
        // ok: csharp-csrf-off
        app.MapPost("/media", Upload).DisableAntiforgery().AddEndpointFilter<MediaAntiforgeryFilter>();
        // ok: csharp-csrf-off
        app.MapPost("/orders", Create);
    }
}

[ApiController]
public class ItemsController : ControllerBase
{
    // ok: csharp-csrf-off
    [HttpPost]
    public IActionResult Create(Item item)
    {
        return Ok();
    }
}
