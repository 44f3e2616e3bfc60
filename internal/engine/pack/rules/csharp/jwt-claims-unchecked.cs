using Microsoft.IdentityModel.Tokens;

public class Tokens
{
    public TokenValidationParameters Make(JwtBearerOptions options, SecurityKey key)
    {
        // ruleid: csharp-jwt-claims-unchecked
        options.TokenValidationParameters.ValidateLifetime = false;
        // ok: csharp-jwt-claims-unchecked
        options.TokenValidationParameters.ValidateLifetime = true;
        return new TokenValidationParameters
        {
            // ruleid: csharp-jwt-claims-unchecked
            ValidateIssuer = false,
            // ok: csharp-jwt-claims-unchecked
            ValidateAudience = true,
            IssuerSigningKey = key,
        };
    }

    public TokenValidationParameters ForExpiredToken(SecurityKey key)
    {
        return new TokenValidationParameters
        {
            // ok: csharp-jwt-claims-unchecked
            ValidateLifetime = false,
            IssuerSigningKey = key,
        };
    }
}
