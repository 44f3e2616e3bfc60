import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import javax.crypto.KeyGenerator;

class Keys {
    void weak() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        // ruleid: java-short-key
        generator.initialize(1024);
    }

    void strong() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        // ok: java-short-key
        generator.initialize(3072);
    }

    void others() throws Exception {
        KeyGenerator aes = KeyGenerator.getInstance("AES");
        // ruleid: java-short-key
        aes.init(64);
        // ok: java-short-key
        aes.init(256);
        // ruleid: java-short-key
        new RSAKeyGenParameterSpec(1024, null);
        // ok: java-short-key
        new RSAKeyGenParameterSpec(4096, null);
        // ruleid: java-short-key
        new ECGenParameterSpec("secp160r1");
        // ok: java-short-key
        new ECGenParameterSpec("secp256r1");
    }

    void curve() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        // ok: java-short-key
        generator.initialize(256);
    }
}
