import java.net.PasswordAuthentication;
import java.sql.DriverManager;
import java.util.Properties;

class Passwords {
    PasswordAuthentication proxy(boolean old) {
        String password = "first";
        if (!old) {
            password = "second";
        }
        // ruleid: java-hardcoded-password
        return new PasswordAuthentication("app", password.toCharArray());
    }

    PasswordAuthentication asked(Properties settings, String pair) {
        char[] first = settings.getProperty("proxy.password").toCharArray();
        // ok: java-hardcoded-password
        new PasswordAuthentication("app", first);
        // ok: java-hardcoded-password
        return new PasswordAuthentication("app", pair.split(":")[1].toCharArray());
    }

    void connect(String url) throws Exception {
        // ruleid: java-hardcoded-password
        DriverManager.getConnection(url, "app", "s3cret");
        // ok: java-hardcoded-password
        DriverManager.getConnection(url, "app", "");
        // ok: java-hardcoded-password
        DriverManager.getConnection(url, "app", System.getenv("DB_PASSWORD"));
    }
}
