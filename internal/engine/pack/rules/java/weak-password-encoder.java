import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.*;

class Encoders {
    PasswordEncoder plain() {
        // ruleid: java-weak-password-encoder
        return NoOpPasswordEncoder.getInstance();
    }

    PasswordEncoder fast() {
        // ruleid: java-weak-password-encoder
        return new MessageDigestPasswordEncoder("SHA-256");
    }

    void known(Map<String, PasswordEncoder> encoders) {
        // ok: java-weak-password-encoder
        encoders.put("MD5", new MessageDigestPasswordEncoder("MD5"));
    }

    PasswordEncoder slow() {
        // ok: java-weak-password-encoder
        return new BCryptPasswordEncoder();
    }
}
