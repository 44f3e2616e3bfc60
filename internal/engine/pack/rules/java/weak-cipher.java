import java.util.Properties;
import javax.crypto.*;

class Ciphers {
    void encrypt(Properties p) throws Exception {
        // ruleid: java-weak-cipher
        Cipher.getInstance("DES/CBC/PKCS5Padding");
        // ruleid: java-weak-cipher
        KeyGenerator.getInstance("DES");
        String algorithm = p.getProperty("algorithm", "DESede/ECB/PKCS5Padding");
        // ruleid: java-weak-cipher
        Cipher.getInstance(p.getProperty("algorithm", "DESede/ECB/PKCS5Padding"));
        // ok: java-weak-cipher
        Cipher.getInstance("AES/GCM/NoPadding");
        // ok: java-weak-cipher
        KeyGenerator.getInstance("AES");
    }
}
