import java.security.MessageDigest;
import org.apache.commons.codec.digest.DigestUtils;

class Accounts {
    byte[] fast(String password) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        // ruleid: java-password-digest
        return digest.digest(password.getBytes());
    }

    String hex(String userPassword) {
        // ruleid: java-password-digest
        return DigestUtils.sha256Hex(userPassword);
    }

    byte[] salted(String password, byte[] salt) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(salt);
        // ok: java-password-digest
        return digest.digest(password.getBytes());
    }

    byte[] other(String document) throws Exception {
        // ok: java-password-digest
        return MessageDigest.getInstance("SHA-256").digest(document.getBytes());
    }
}
