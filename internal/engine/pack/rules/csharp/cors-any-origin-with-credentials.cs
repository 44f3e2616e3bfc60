using Microsoft.AspNetCore.Cors;

public class Startup
{
    public void Configure(IServiceCollection services, IApplicationBuilder app)
    {
        services.AddCors(options => options.AddPolicy("a", policy =>
        {
            // ruleid: csharp-cors-any-origin-with-credentials
            policy.SetIsOriginAllowed(origin => true).AllowAnyHeader().AllowCredentials();
        }));
        // ruleid: csharp-cors-any-origin-with-credentials
        app.UseCors(policy => policy.AllowAnyOrigin().AllowAnyMethod().AllowCredentials());
        // ruleid: csharp-cors-any-origin-with-credentials
        app.UseCors(x => x.AllowAnyMethod().SetIsOriginAllowed(_ => true).AllowCredentials());
        // ruleid: csharp-cors-any-origin-with-credentials
        app.UseCors(x => x.AllowCredentials().AllowAnyOrigin());
        if (origins.Length == 0)
        {
            // ok: csharp-cors-any-origin-with-credentials
            builder.AllowAnyOrigin();
        }
        else
        {
            builder.WithOrigins(origins).AllowCredentials();
        }
        // ok: csharp-cors-any-origin-with-credentials
        app.UseCors(policy => policy.WithOrigins("https://app.example.com").AllowCredentials());
        // ok: csharp-cors-any-origin-with-credentials
        app.UseCors(policy => policy.AllowAnyOrigin().AllowAnyHeader());
    }
}
