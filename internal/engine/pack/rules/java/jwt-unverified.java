import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.Jwts;

class Unverified {
    void read(String token, byte[] key) {
        // ruleid: java-jwt-unverified
        Algorithm.none();
        // ruleid: java-jwt-unverified
        Jwts.parser().parseClaimsJwt(token);
        // ok: java-jwt-unverified
        Jwts.parser().setSigningKey(key).parseClaimsJws(token);
    }
}
