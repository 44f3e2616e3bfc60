using System.Security.Cryptography;

public class Passwords
{
    private const int Rounds = 1000;

    public void Hash(string password, byte[] salt)
    {
        // ruleid: csharp-few-iterations
        var a = new Rfc2898DeriveBytes(password, salt);
        // ruleid: csharp-few-iterations
        var b = new Rfc2898DeriveBytes(password, salt, 10000, HashAlgorithmName.SHA256);
        // ruleid: csharp-few-iterations
        var c = Rfc2898DeriveBytes.Pbkdf2(password, salt, Rounds, HashAlgorithmName.SHA256, 32);
        // ruleid: csharp-few-iterations
        var d = KeyDerivation.Pbkdf2(password: password, salt: salt, prf: KeyDerivationPrf.HMACSHA256, iterationCount: 10000, numBytesRequested: 32);
        // ok: csharp-few-iterations
        var e = Rfc2898DeriveBytes.Pbkdf2(password, salt, 600000, HashAlgorithmName.SHA256, 32);
        // ok: csharp-few-iterations
        var f = new Rfc2898DeriveBytes(password, salt, 210000, HashAlgorithmName.SHA512);
    }
}
