using System.Security.Cryptography;
using System.Text;
using Microsoft.IdentityModel.Tokens;

public class Keys
{
    private const string Secret = "this is my very long secret key";

    public void Make(IConfiguration configuration, Aes aes, byte[] data)
    {
        // ruleid: csharp-hardcoded-key
        var a = new SymmetricSecurityKey(Encoding.UTF8.GetBytes("this is my very long secret key"));
        // ruleid: csharp-hardcoded-key
        var b = new SymmetricSecurityKey(Encoding.ASCII.GetBytes(Secret));
        // ruleid: csharp-hardcoded-key
        aes.Key = Encoding.UTF8.GetBytes("0123456789abcdef");
        byte[] bytes = new byte[] { 0x01, 0x02, 0x03, 0x04 };
        // ruleid: csharp-hardcoded-key
        using var hmac = new HMACSHA256(bytes);
        // ruleid: csharp-hardcoded-key
        var other = new AesManaged { Key = Convert.FromBase64String("AAECAwQFBgcICQoLDA0ODw=="), IV = data };
        var x = new AesCryptoServiceProvider();
        // ruleid: csharp-hardcoded-key
        x.Key = bytes;
        var y = Aes.Create();
        // ruleid: csharp-hardcoded-key
        y.Key = bytes;
        // ok: csharp-hardcoded-key
        entry.Key = bytes;
        // ok: csharp-hardcoded-key
        var c = new SymmetricSecurityKey(Encoding.UTF8.GetBytes(configuration["Jwt:Key"]));
        // ok: csharp-hardcoded-key
        aes.Key = Convert.FromBase64String(Environment.GetEnvironmentVariable("APP_KEY"));
        // ok: csharp-hardcoded-key
        var hash = hmac.ComputeHash(Encoding.UTF8.GetBytes("text"));
    }
}
