using System.Security.Cryptography;

public class Keys
{
    private const int Bits = 512;

    public void Make(RSA given)
    {
        // ruleid: csharp-weak-rsa-key
        using var a = RSA.Create(1024);
        // ruleid: csharp-weak-rsa-key
        var b = new RSACryptoServiceProvider(Bits);
        // ruleid: csharp-weak-rsa-key
        given.KeySize = 1024;
        // ok: csharp-weak-rsa-key
        using var c = RSA.Create(3072);
        // ok: csharp-weak-rsa-key
        var d = new RSACryptoServiceProvider(2048);
    }
}
