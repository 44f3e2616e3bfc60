import java.util.Properties;
import javax.crypto.Cipher;

class Configured {
    void encrypt(Properties p) throws Exception {
        String old = p.getProperty("cipher", "DESede/ECB/PKCS5Padding");
        // ruleid: java-weak-cipher-configured
        Cipher.getInstance(old);
        String strong = p.getProperty("cipher", "AES/GCM/NoPadding");
        // ok: java-weak-cipher-configured
        Cipher.getInstance(strong);
    }
}
