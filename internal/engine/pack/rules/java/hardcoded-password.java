import java.sql.DriverManager;

class Passwords {
    void connect(String url) throws Exception {
        // ruleid: java-hardcoded-password
        DriverManager.getConnection(url, "app", "s3cret");
        // ok: java-hardcoded-password
        DriverManager.getConnection(url, "app", "");
        // ok: java-hardcoded-password
        copy.put(javax.naming.Context.SECURITY_CREDENTIALS, "********");
        // ok: java-hardcoded-password
        DriverManager.getConnection(url, "app", System.getenv("DB_PASSWORD"));
    }
}
