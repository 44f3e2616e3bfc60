using Microsoft.AspNetCore.Identity;

public class Startup
{
    public void Configure(IServiceCollection services)
    {
        services.Configure<IdentityOptions>(options =>
        {
            // ruleid: csharp-weak-password-policy
            options.Password.RequiredLength = 4;
            // ok: csharp-weak-password-policy
            options.Password.RequiredLength = 12;
        });
        // ruleid: csharp-weak-password-policy
        manager.PasswordValidator = new PasswordValidator { RequiredLength = 6, RequireDigit = true };
        // ok: csharp-weak-password-policy
        manager.PasswordValidator = new PasswordValidator { RequiredLength = 10, RequireDigit = true };
    }
}
