import javax.crypto.Cipher;

class Modes {
    void modes() throws Exception {
        // ruleid: java-ecb-mode
        Cipher.getInstance("AES/ECB/PKCS5Padding");
        // ruleid: java-ecb-mode
        Cipher.getInstance("AES");
        // ok: java-ecb-mode
        Cipher.getInstance("AES/GCM/NoPadding");
        // ok: java-ecb-mode
        Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
    }
}
