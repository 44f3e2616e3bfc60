using System.Security.Cryptography;

public class Signatures
{
    public bool Check(byte[] key, byte[] data, byte[] given, string text)
    {
        using var hmac = new HMACSHA256(key);
        byte[] expected = hmac.ComputeHash(data);
        // ruleid: csharp-timing-unsafe-compare
        if (expected.SequenceEqual(given))
        {
            return true;
        }
        string hex = Convert.ToHexString(expected);
        // ruleid: csharp-timing-unsafe-compare
        if (hex == text)
        {
            return true;
        }
        // ok: csharp-timing-unsafe-compare
        if (expected.Length != given.Length)
        {
            return false;
        }
        // ok: csharp-timing-unsafe-compare
        return CryptographicOperations.FixedTimeEquals(expected, given);
    }
}
