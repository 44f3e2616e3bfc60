using System.Security.Cryptography;

public class Padding
{
    public byte[] Encrypt(RSA rsa, RSACryptoServiceProvider provider, byte[] data)
    {
        // ruleid: csharp-rsa-padding
        var a = rsa.Encrypt(data, RSAEncryptionPadding.Pkcs1);
        // ruleid: csharp-rsa-padding
        var b = provider.Encrypt(data, false);
        // ok: csharp-rsa-padding
        var c = provider.Encrypt(data, true);
        // ok: csharp-rsa-padding
        return rsa.Encrypt(data, RSAEncryptionPadding.OaepSHA256);
    }
}
