using System.Net;
using System.Net.Http;
using System.Net.Security;

public class Clients
{
    public void Make(SocketsHttpHandler sockets)
    {
        var handler = new HttpClientHandler();
        // ruleid: csharp-tls-verify-off
        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => true;
        // ruleid: csharp-tls-verify-off
        handler.ServerCertificateCustomValidationCallback = HttpClientHandler.DangerousAcceptAnyServerCertificateValidator;
        // ruleid: csharp-tls-verify-off
        ServicePointManager.ServerCertificateValidationCallback += (sender, certificate, chain, errors) => true;
        // ruleid: csharp-tls-verify-off
        ServicePointManager.ServerCertificateValidationCallback = delegate { return true; };
        var other = new HttpClientHandler
        {
            // ruleid: csharp-tls-verify-off
            ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => { return true; }
        };
        // ruleid: csharp-tls-verify-off
        sockets.SslOptions.RemoteCertificateValidationCallback = (_, _, _, _) => true;
        // ruleid: csharp-tls-verify-off
        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => { return true; };
        // ruleid: csharp-tls-verify-off
        ServicePointManager.ServerCertificateValidationCallback += delegate { return true; };
        // ok: csharp-tls-verify-off
        handler.ServerCertificateCustomValidationCallback = (message, certificate, chain, errors) => errors == SslPolicyErrors.None;
        // ok: csharp-tls-verify-off
        handler.CheckCertificateRevocationList = true;
        // ok: csharp-tls-verify-off
        handler.Filter = (message) => true;
    }

    private static bool Accept(object sender, X509Certificate certificate, X509Chain chain, SslPolicyErrors errors)
    {
        // ruleid: csharp-tls-verify-off
        return true;
    }

    private static bool Check(object sender, X509Certificate certificate, X509Chain chain, SslPolicyErrors errors)
    {
        if (errors == SslPolicyErrors.None)
        {
            // ok: csharp-tls-verify-off
            return true;
        }
        return false;
    }
}
