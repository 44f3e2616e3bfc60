using System.Security.Cryptography;

public class Modes
{
    public void Make(Aes aes, byte[] data)
    {
        // ruleid: csharp-ecb-mode
        aes.Mode = CipherMode.ECB;
        // ruleid: csharp-ecb-mode
        var other = new AesManaged { KeySize = 256, Mode = CipherMode.ECB };
        // ruleid: csharp-ecb-mode
        var text = aes.EncryptEcb(data, PaddingMode.PKCS7);
        // ok: csharp-ecb-mode
        aes.Mode = CipherMode.CBC;
        // ok: csharp-ecb-mode
        var third = aes.EncryptCbc(data, aes.IV);
    }
}
