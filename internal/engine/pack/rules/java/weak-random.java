import java.security.SecureRandom;
import java.util.Random;
import javax.servlet.http.*;

class Tokens {
    void remember(HttpServletResponse response) {
        byte[] bytes = new byte[16];
        new Random().nextBytes(bytes);
        String text = java.util.Base64.getEncoder().encodeToString(bytes);
        // ruleid: java-weak-random
        response.addCookie(new Cookie("remember", text));
        // ruleid: java-weak-random
        String token = "t" + Math.random();
        SecureRandom strong = new SecureRandom();
        // ok: java-weak-random
        String secret = Long.toHexString(strong.nextLong());
        // ok: java-weak-random
        int delay = new Random().nextInt(100);
    }

    String fresh() {
        // ok: java-weak-random
        String secret = org.apache.commons.lang3.RandomStringUtils.secure().nextAlphanumeric(20);
        // ruleid: java-weak-random
        String salt = Double.toString(java.lang.Math.random());
        return secret + salt;
    }

    String newPassword() {
        // ruleid: java-weak-random
        return Integer.toString(new Random().nextInt());
    }
}
