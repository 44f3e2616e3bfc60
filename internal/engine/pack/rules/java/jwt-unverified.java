import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.Jwts;

class Unverified {
    void read(String token, byte[] key) {
        // ruleid: java-jwt-unverified
        Algorithm.none();
        // ruleid: java-jwt-unverified
        Jwts.parser().parseClaimsJwt(token);
        // ruleid: java-jwt-unverified
        String subject = JWT.decode(token).getSubject();
        // ruleid: java-jwt-unverified
        String plain = Jwts.builder().setSubject(subject).compact();
        // ok: java-jwt-unverified
        String signed = Jwts.builder().setSubject(subject).signWith(key).compact();
        // ok: java-jwt-unverified
        Jwts.parser().setSigningKey(key).parseClaimsJws(token);
    }
}
