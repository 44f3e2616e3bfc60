import java.security.MessageDigest;
import java.util.Arrays;

class Compare {
    boolean check(byte[] hmac, byte[] given, String signature, String sent) {
        // ruleid: java-timing-comparison
        boolean a = Arrays.equals(hmac, given);
        // ruleid: java-timing-comparison
        boolean b = signature.equals(sent);
        // ok: java-timing-comparison
        boolean c = signatureAlgorithm.equals(sent);
        // ok: java-timing-comparison
        boolean d = XMLCipher.SHA1.equals(digestMethod);
        // ok: java-timing-comparison
        return MessageDigest.isEqual(hmac, given);
    }
}
