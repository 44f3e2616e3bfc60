import java.security.SecureRandom;

class Seeds {
    void seed() {
        SecureRandom random = new SecureRandom();
        // ruleid: java-fixed-seed
        random.setSeed(42L);
        // ruleid: java-fixed-seed
        SecureRandom other = new SecureRandom("seed".getBytes());
        byte[] seed = new byte[] {1, 2, 3, 4};
        // ruleid: java-fixed-seed
        random.setSeed(seed);
        // ok: java-fixed-seed
        random.setSeed(System.nanoTime());
        // ok: java-fixed-seed
        SecureRandom good = new SecureRandom();
    }
}
