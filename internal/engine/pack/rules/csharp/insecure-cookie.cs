using Microsoft.AspNetCore.Http;

public class Cookies
{
    public void Set(HttpResponse response, string value)
    {
        // ruleid: csharp-insecure-cookie
        response.Cookies.Append("a", value, new CookieOptions { HttpOnly = true, Secure = false });
        // ruleid: csharp-insecure-cookie
        response.Cookies.Append("b", value, new CookieOptions { HttpOnly = true });
        // ruleid: csharp-insecure-cookie
        response.Cookies.Append("session", value);
        // ok: csharp-insecure-cookie
        response.Cookies.Append("c", value, new CookieOptions { HttpOnly = true, Secure = true });
    }

    public void Later(HttpResponse response, string value)
    {
        // ok: csharp-insecure-cookie
        var options = new CookieOptions();
        options.Secure = true;
        response.Cookies.Append("d", value, options);
    }

    public void Configure(IServiceCollection services)
    {
        services.AddSession(options =>
        {
            // ruleid: csharp-insecure-cookie
            options.Cookie.SecurePolicy = CookieSecurePolicy.None;
            // ok: csharp-insecure-cookie
            options.Cookie.SecurePolicy = CookieSecurePolicy.Always;
        });
    }

    public void Old(string value)
    {
        var cookie = new HttpCookie("a", value);
        // ruleid: csharp-insecure-cookie
        Response.Cookies.Add(cookie);
        var other = new HttpCookie("b", value);
        other.Secure = true;
        // ok: csharp-insecure-cookie
        Response.Cookies.Add(other);
        var third = new HttpCookie("c", value) { Secure = true, HttpOnly = true };
        // ok: csharp-insecure-cookie
        Response.Cookies.Add(third);
        var gone = new HttpCookie("d");
        gone.Expires = DateTime.Now.AddDays(-1);
        // ok: csharp-insecure-cookie
        Response.Cookies.Add(gone);
    }
}

class SignOut
{
    void Leave(CookieSigningOutContext ctx, string cookie)
    {
        // ok: csharp-insecure-cookie
        ctx.Options.CookieManager.DeleteCookie(ctx.HttpContext, cookie, new CookieOptions { Path = "/" });
    }
}
