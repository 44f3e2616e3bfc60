using System.Security.Cryptography;

public class Ciphers
{
    public void Make(byte[] key)
    {
        // ruleid: csharp-weak-cipher
        using var des = DES.Create();
        // ruleid: csharp-weak-cipher
        var triple = new TripleDESCryptoServiceProvider();
        // ruleid: csharp-weak-cipher
        var rc2 = new RC2CryptoServiceProvider { Key = key };
        // ruleid: csharp-weak-cipher
        var named = SymmetricAlgorithm.Create("DES");
        // ok: csharp-weak-cipher
        using var aes = Aes.Create();
        // ok: csharp-weak-cipher
        var gcm = new AesGcm(key, 16);
    }
}
