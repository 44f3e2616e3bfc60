using System.Security.Cryptography;

public class Tokens
{
    private readonly Random _random = new Random();

    public string ResetToken()
    {
        var random = new Random();
        // ruleid: csharp-weak-random
        string token = random.Next(100000, 999999).ToString();
        // ruleid: csharp-weak-random
        var password = new string(Enumerable.Repeat("abc", 8).Select(s => s[random.Next(s.Length)]).ToArray());
        // ruleid: csharp-weak-random
        return random.Next().ToString("x");
    }

    public int GenerateOtp()
    {
        // ruleid: csharp-weak-random
        return _random.Next(100000, 999999);
    }

    public void Key(Aes aes)
    {
        var random = new Random();
        var key = new byte[32];
        random.NextBytes(key);
        // ruleid: csharp-weak-random
        aes.Key = key;
        // ruleid: csharp-weak-random
        using var gcm = new AesGcm(key, 16);
        var good = new byte[32];
        RandomNumberGenerator.Fill(good);
        // ok: csharp-weak-random
        aes.Key = good;
    }

    public string Safe()
    {
        // ok: csharp-weak-random
        string token = Convert.ToHexString(RandomNumberGenerator.GetBytes(32));
        // ok: csharp-weak-random
        int otp = RandomNumberGenerator.GetInt32(100000, 999999);
        // ok: csharp-weak-random
        int delay = new Random().Next(100);
        return token;
    }
}
