import java.net.*;
import java.util.*;
import javax.naming.Context;

class Plain {
    void http(String pair) throws Exception {
        URLConnection connection = new URL("http://orders.example.com/list").openConnection();
        // ruleid: java-basic-auth-plain
        connection.setRequestProperty("Authorization", "Basic " + pair);
    }

    void https(String pair) throws Exception {
        URLConnection connection = new URL("https://orders.example.com/list").openConnection();
        // ok: java-basic-auth-plain
        connection.setRequestProperty("Authorization", "Basic " + pair);
    }

    void directory(Hashtable<String, String> environment, String password) {
        environment.put(Context.PROVIDER_URL, "ldap://directory.example.com:389");
        // ruleid: java-basic-auth-plain
        environment.put(Context.SECURITY_AUTHENTICATION, "simple");
        environment.put(Context.SECURITY_CREDENTIALS, password);
    }

    void encrypted(Hashtable<String, String> environment, String password) {
        environment.put(Context.PROVIDER_URL, "ldaps://directory.example.com:636");
        // ok: java-basic-auth-plain
        environment.put(Context.SECURITY_AUTHENTICATION, "simple");
        environment.put(Context.SECURITY_CREDENTIALS, password);
    }
}
