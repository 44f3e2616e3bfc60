using Microsoft.Extensions.Logging;

class Audit
{
    private readonly ILogger logger;

    void Login(string name, string password, string accessToken)
    {
        // ruleid: csharp-secret-in-log
        logger.LogInformation("login of {Name} with {Password}", name, password);
        // ruleid: csharp-secret-in-log
        logger.LogDebug($"token {accessToken}");
        // ok: csharp-secret-in-log
        logger.LogInformation("login of {Name}", name);
        // ok: csharp-secret-in-log
        logger.LogInformation("password has {Length} characters", password.Length);
    }
}
