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
