import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.*;

class TokenSecrets {
    void sign() {
        // ruleid: java-hardcoded-jwt-secret
        Algorithm.HMAC256("secret");
        // ruleid: java-hardcoded-jwt-secret
        Jwts.builder().setSubject("a").signWith(SignatureAlgorithm.HS256, "c2VjcmV0").compact();
        // ok: java-hardcoded-jwt-secret
        Algorithm.HMAC256(System.getenv("JWT_SECRET"));
    }
}
