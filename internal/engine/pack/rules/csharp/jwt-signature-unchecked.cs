using System.IdentityModel.Tokens.Jwt;
using Microsoft.IdentityModel.Tokens;

public class Tokens
{
    public void Check(string token, SecurityKey key, IJwtDecoder decoder, string secret)
    {
        var a = new TokenValidationParameters
        {
            ValidateIssuer = true,
            // ruleid: csharp-jwt-signature-unchecked
            RequireSignedTokens = false,
        };
        var b = new TokenValidationParameters
        {
            // ruleid: csharp-jwt-signature-unchecked
            SignatureValidator = (t, parameters) => new JwtSecurityToken(t),
        };
        // ruleid: csharp-jwt-signature-unchecked
        var c = decoder.Decode(token, secret, verify: false);
        // ruleid: csharp-jwt-signature-unchecked
        var d = JwtBuilder.Create().DoNotVerifySignature().Decode(token);
        // ok: csharp-jwt-signature-unchecked
        var e = decoder.Decode(token, secret, verify: true);
        var f = new TokenValidationParameters
        {
            // ok: csharp-jwt-signature-unchecked
            RequireSignedTokens = true,
            IssuerSigningKey = key,
        };
    }

    public ClaimsIdentity Read(string token)
    {
        var jwt = new JwtSecurityTokenHandler().ReadJwtToken(token);
        // ruleid: csharp-jwt-signature-unchecked
        return new ClaimsIdentity(jwt.Claims, "jwt");
    }

    public ClaimsIdentity ReadChecked(string token, TokenValidationParameters parameters)
    {
        handler.ValidateToken(token, parameters, out var ignored);
        var jwt = handler.ReadJwtToken(token);
        // ok: csharp-jwt-signature-unchecked
        return new ClaimsIdentity(jwt.Claims, "jwt");
    }
}
