import java.util.Base64;
import javax.crypto.spec.SecretKeySpec;

class KeysInCode {
    void keys() throws Exception {
        // ruleid: java-hardcoded-key
        new SecretKeySpec("0123456789abcdef".getBytes("UTF-8"), "AES");
        String text = "my secret key 12";
        byte[] key = text.getBytes();
        // ruleid: java-hardcoded-key
        new SecretKeySpec(key, "AES");
        // ok: java-hardcoded-key
        new SecretKeySpec(Base64.getDecoder().decode(System.getenv("APP_KEY")), "AES");
    }
}
