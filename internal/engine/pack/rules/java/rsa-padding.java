import javax.crypto.Cipher;

class Rsa {
    void rsa() throws Exception {
        // ruleid: java-rsa-padding
        Cipher.getInstance("RSA/ECB/NoPadding");
        // ruleid: java-rsa-padding
        Cipher.getInstance("RSA/ECB/PKCS1Padding");
        // ok: java-rsa-padding
        Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding");
    }
}
