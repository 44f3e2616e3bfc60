using Microsoft.AspNetCore.Http;

public class Cookies
{
    public void Set(HttpResponse response, string value)
    {
        // ruleid: csharp-cookie-readable-by-scripts
        response.Cookies.Append("a", value, new CookieOptions { HttpOnly = false, Secure = true });
        // ruleid: csharp-cookie-readable-by-scripts
        response.Cookies.Append("auth-token", value, new CookieOptions { Secure = true });
        // ok: csharp-cookie-readable-by-scripts
        response.Cookies.Append("session", value, new CookieOptions { HttpOnly = true, Secure = true });
        // ok: csharp-cookie-readable-by-scripts
        response.Cookies.Append("theme", value, new CookieOptions { Secure = true });
        // ok: csharp-cookie-readable-by-scripts
        response.Cookies.Append("XSRF-TOKEN", value, new CookieOptions { HttpOnly = false, Secure = true });
    }

    public void Configure(IServiceCollection services)
    {
        services.AddSession(options =>
        {
            // ruleid: csharp-cookie-readable-by-scripts
            options.Cookie.HttpOnly = false;
            // ok: csharp-cookie-readable-by-scripts
            options.Cookie.HttpOnly = true;
        });
    }
}
