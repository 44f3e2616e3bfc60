using System.Security.Cryptography;

public class Hashes
{
    public byte[] Password(byte[] data)
    {
        // ruleid: csharp-weak-hash
        using var md5 = MD5.Create();
        // ruleid: csharp-weak-hash
        var sha = new SHA1Managed();
        // ruleid: csharp-weak-hash
        var provider = new MD5CryptoServiceProvider();
        // ruleid: csharp-weak-hash
        var named = HashAlgorithm.Create("MD5");
        // ruleid: csharp-weak-hash
        var one = SHA1.HashData(data);
        // ok: csharp-weak-hash
        using var sha256 = SHA256.Create();
        // ok: csharp-weak-hash
        return SHA512.HashData(data);
    }

    public string GetETag(byte[] data)
    {
        // ok: csharp-weak-hash
        return Convert.ToHexString(MD5.HashData(data));
    }
}
