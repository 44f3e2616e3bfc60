import java.security.MessageDigest;
import org.apache.commons.codec.digest.DigestUtils;

class Hashes {
    static final String OLD = "MD5";

    void hash(byte[] data) throws Exception {
        // ruleid: java-weak-hash
        MessageDigest.getInstance("MD5");
        // ruleid: java-weak-hash
        MessageDigest.getInstance("sha-1", "SUN");
        // ruleid: java-weak-hash
        java.security.MessageDigest.getInstance(OLD);
        // ruleid: java-weak-hash
        DigestUtils.sha1Hex(data);
        // ok: java-weak-hash
        MessageDigest.getInstance("SHA-256");
        // ok: java-weak-hash
        DigestUtils.sha256Hex(data);
    }
}
