import java.security.KeyPairGenerator;

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

    void curve() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        // ok: java-short-key
        generator.initialize(256);
    }
}
