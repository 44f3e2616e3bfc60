using System.Security.Cryptography;
using System.Text;

public class Vectors
{
    private static readonly byte[] Fixed = new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 };

    public void Make(Aes aes, byte[] key, byte[] input)
    {
        // ruleid: csharp-static-iv
        aes.IV = Encoding.UTF8.GetBytes("0123456789abcdef");
        // ruleid: csharp-static-iv
        aes.IV = new byte[16];
        // ruleid: csharp-static-iv
        aes.IV = Fixed;
        byte[] vector = new byte[] { 0x01, 0x02, 0x03, 0x04 };
        // ruleid: csharp-static-iv
        var encryptor = aes.CreateEncryptor(key, vector);
        var random = new byte[16];
        RandomNumberGenerator.Fill(random);
        // ok: csharp-static-iv
        aes.IV = random;
        var taken = new byte[16];
        Array.Copy(input, 0, taken, 0, 16);
        // ok: csharp-static-iv
        aes.IV = taken;
        // ok: csharp-static-iv
        var other = aes.CreateEncryptor(key, aes.IV);
    }
}
