using System.Net;
using System.Security.Authentication;

public class Versions
{
    public void Make(HttpClientHandler handler)
    {
        // ruleid: csharp-tls-old-version
        ServicePointManager.SecurityProtocol = SecurityProtocolType.Ssl3;
        // ruleid: csharp-tls-old-version
        handler.SslProtocols = SslProtocols.Tls11;
        // ok: csharp-tls-old-version
        handler.SslProtocols = SslProtocols.Tls12 | SslProtocols.Tls13;
        // ok: csharp-tls-old-version
        ServicePointManager.SecurityProtocol = SecurityProtocolType.Tls12;
        // ok: csharp-tls-old-version
        ServicePointManager.SecurityProtocol &= ~SecurityProtocolType.Tls;
        // ok: csharp-tls-old-version
        if (handler.SslProtocols == SslProtocols.Tls)
        {
            throw new InvalidOperationException();
        }
    }
}
