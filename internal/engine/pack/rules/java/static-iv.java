import java.security.SecureRandom;
import javax.crypto.spec.*;

class Vectors {
    void fixed() {
        // ruleid: java-static-iv
        IvParameterSpec a = new IvParameterSpec("0123456789abcdef".getBytes());
        byte[] iv = new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        // ruleid: java-static-iv
        GCMParameterSpec b = new GCMParameterSpec(128, iv);
    }

    void zero() {
        byte[] iv = new byte[16];
        // ruleid: java-static-iv
        IvParameterSpec a = new IvParameterSpec(iv);
        byte[] other = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
        // ruleid: java-static-iv
        IvParameterSpec b = new IvParameterSpec(other);
    }

    void read(java.nio.ByteBuffer message) {
        byte[] iv = new byte[16];
        message.get(iv);
        // ok: java-static-iv
        IvParameterSpec a = new IvParameterSpec(iv);
    }

    void fresh() {
        byte[] iv = new byte[12];
        new SecureRandom().nextBytes(iv);
        // ok: java-static-iv
        GCMParameterSpec b = new GCMParameterSpec(128, iv);
    }
}
