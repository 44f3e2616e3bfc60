using System;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Http;

namespace Harbour.Security
{
    public static class Crypto
    {
        public static byte[] Fingerprint(byte[] data)
        {
            return MD5.Create().ComputeHash(data); // finds: csharp-weak-hash
        }

        public static byte[] Checksum(byte[] data)
        {
            return SHA256.Create().ComputeHash(data); // safe: csharp-weak-hash
        }

        public static SymmetricAlgorithm Old()
        {
            return DES.Create(); // finds: csharp-weak-cipher
        }

        public static SymmetricAlgorithm Current()
        {
            return Aes.Create(); // safe: csharp-weak-cipher
        }

        public static string ResetToken()
        {
            var token = new Random().Next().ToString(); // finds: csharp-weak-random
            return token;
        }

        public static string SessionToken()
        {
            var token = Convert.ToHexString(RandomNumberGenerator.GetBytes(16)); // safe: csharp-weak-random
            return token;
        }

        public static void Remember(HttpResponse response, string token)
        {
            response.Cookies.Append("session", token, new CookieOptions { HttpOnly = true, Secure = false }); // finds: csharp-insecure-cookie
        }

        public static void Keep(HttpResponse response, string token)
        {
            response.Cookies.Append("session", token, new CookieOptions { HttpOnly = true, Secure = true }); // safe: csharp-insecure-cookie
        }

        public static HttpClientHandler Lenient()
        {
            return new HttpClientHandler { ServerCertificateCustomValidationCallback = (m, c, ch, e) => true }; // finds: csharp-tls-verify-off
        }

        public static HttpClientHandler Strict()
        {
            return new HttpClientHandler { CheckCertificateRevocationList = true }; // safe: csharp-tls-verify-off
        }

        public static byte[] Derive(string password, byte[] salt)
        {
            return Rfc2898DeriveBytes.Pbkdf2(password, salt, 1000, HashAlgorithmName.SHA256, 32); // finds: csharp-few-iterations
        }

        public static byte[] DeriveWell(string password, byte[] salt)
        {
            return Rfc2898DeriveBytes.Pbkdf2(password, salt, 600000, HashAlgorithmName.SHA256, 32); // safe: csharp-few-iterations
        }

        public static Aes Partner()
        {
            var aes = Aes.Create();
            aes.Key = Encoding.UTF8.GetBytes("harbour-and-ferry-only-32-bytes!"); // finds: csharp-hardcoded-key
            return aes;
        }

        public static Aes Own()
        {
            var aes = Aes.Create();
            aes.Key = Convert.FromBase64String(Environment.GetEnvironmentVariable("HARBOUR_KEY")); // safe: csharp-hardcoded-key
            return aes;
        }
    }
}
