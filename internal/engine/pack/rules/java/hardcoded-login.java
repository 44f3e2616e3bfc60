import java.net.PasswordAuthentication;
import java.sql.*;

class Store {
    private static final String URL = "jdbc:postgresql://db/shop";

    Connection open() throws Exception {
        String password = "7e5tc4s3";
        // ruleid: java-hardcoded-login
        return DriverManager.getConnection(URL, "shop", password);
    }

    Connection safe() throws Exception {
        String password = System.getenv("DB_PASSWORD");
        // ok: java-hardcoded-login
        return DriverManager.getConnection(URL, "shop", password);
    }

    Connection configured(java.util.Properties settings) throws Exception {
        settings.setProperty("name", "harbour");
        String password = settings.getProperty("name");
        // ok: java-hardcoded-login
        return DriverManager.getConnection(URL, "shop", password);
    }

    PasswordAuthentication login(String given) {
        String fixed = "pa55-of-ours";
        if (given != null) {
            // ok: java-hardcoded-login
            return new PasswordAuthentication("shop", given.toCharArray());
        }
        // ruleid: java-hardcoded-login
        return new PasswordAuthentication("shop", fixed.toCharArray());
    }
}
