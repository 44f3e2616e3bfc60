using Microsoft.AspNetCore.Mvc;

public class AccountController : Controller
{
    private readonly ILogger<AccountController> _logger;

    public IActionResult Login(string name, int id)
    {
        // ruleid: csharp-log-injection
        _logger.LogInformation("login of " + name);
        // ruleid: csharp-log-injection
        _logger.LogWarning($"login of {name}");
        // ruleid: csharp-log-injection
        log.Error(string.Format("no user {0}", Request.Form["name"]));
        // ok: csharp-log-injection
        _logger.LogInformation("login of {Name}", name);
        // ok: csharp-log-injection
        _logger.LogInformation("login of " + name.ReplaceLineEndings("_"));
        // ok: csharp-log-injection
        _logger.LogInformation("login of " + id);
        return View();
    }
}
