using Microsoft.AspNetCore.Mvc;

public class AccountController : Controller
{
    [HttpPost]
    public IActionResult Login(LoginModel model, string returnUrl)
    {
        // ruleid: csharp-open-redirect
        return Redirect(returnUrl);
    }

    public IActionResult Permanent([FromQuery] string next)
    {
        // ruleid: csharp-open-redirect
        return RedirectPermanent("https://" + next);
    }

    public void Direct()
    {
        // ruleid: csharp-open-redirect
        Response.Redirect(Request.Query["next"]);
        // ruleid: csharp-open-redirect
        HttpContext.Response.Headers.Location = Request.Headers["Referer"].ToString();
        // ok: csharp-open-redirect
        Response.Redirect("/login?next=" + Request.Query["next"]);
    }

    public IActionResult Checked(string returnUrl)
    {
        if (!Url.IsLocalUrl(returnUrl))
        {
            return RedirectToAction("Index");
        }
        // ok: csharp-open-redirect
        return Redirect(returnUrl);
    }

    public IActionResult Both(string returnUrl)
    {
        if (!string.IsNullOrEmpty(returnUrl) && Url.IsLocalUrl(returnUrl))
        {
            // ok: csharp-open-redirect
            return Redirect(returnUrl);
        }
        return RedirectToAction("Index");
    }

    public IActionResult Either(string returnUrl)
    {
        if (string.IsNullOrEmpty(returnUrl) || !Url.IsLocalUrl(returnUrl))
        {
            return RedirectToAction("Index");
        }
        // ok: csharp-open-redirect
        return Redirect(returnUrl);
    }

    public IActionResult Other(string returnUrl, int id)
    {
        if (Url.IsLocalUrl(returnUrl))
        {
            // ok: csharp-open-redirect
            return Redirect(returnUrl);
        }
        // ok: csharp-open-redirect
        return id > 0 ? LocalRedirect(returnUrl) : Redirect("/items/" + id);
    }
}

public static class Api
{
    public static void Map(WebApplication app)
    {
        // ruleid: csharp-open-redirect
        app.MapGet("/go", (string to) => Results.Redirect(to));
        // ok: csharp-open-redirect
        app.MapGet("/local", (string to) => Results.LocalRedirect(to));
    }
}

public class CheckedController : Controller
{
    public IActionResult Twice(string returnUrl)
    {
        if (!Url.IsLocalUrl(returnUrl))
        {
            // ruleid: csharp-open-redirect
            return Redirect(returnUrl);
        }
        // ok: csharp-open-redirect
        return Redirect(returnUrl);
    }
}

public class OrdersController : Controller
{
    public async Task<IActionResult> Paid(string id, string back)
    {
        var order = await _db.Orders.FirstOrDefaultAsync(o => o.Id == id);
        if (order is not null)
        {
            // ok: csharp-open-redirect
            return Redirect(order.Receipt);
        }
        var plan = await ctx.Plans.GetPlan(id);
        if (plan is not null)
        {
            // ok: csharp-open-redirect
            return Redirect(plan.Address);
        }
        var given = Request.Form.FirstOrDefault(f => f.Key == id);
        if (given.Value.Count > 0)
        {
            // ruleid: csharp-open-redirect
            return Redirect(given.Value);
        }
        // ruleid: csharp-open-redirect
        return Redirect(back);
    }
}
