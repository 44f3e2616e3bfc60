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

    PasswordEncoder slow() {
        // ok: java-weak-password-encoder
        return new BCryptPasswordEncoder();
    }
}
