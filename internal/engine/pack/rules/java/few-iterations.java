import javax.crypto.spec.PBEKeySpec;

class Rounds {
    void stretch(char[] password, byte[] salt) {
        // ruleid: java-few-iterations
        new PBEKeySpec(password, salt, 1000, 256);
        // ok: java-few-iterations
        new PBEKeySpec(password, salt, 600000, 256);
    }
}
