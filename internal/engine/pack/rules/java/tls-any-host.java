import javax.net.ssl.*;
import org.apache.http.conn.ssl.NoopHostnameVerifier;

class Hosts {
    void set(HttpsURLConnection c) {
        // ruleid: java-tls-any-host
        c.setHostnameVerifier((host, session) -> true);
        // ruleid: java-tls-any-host
        c.setHostnameVerifier((host, session) -> { return true; });
        // ruleid: java-tls-any-host
        Object o = NoopHostnameVerifier.INSTANCE;
        HttpsURLConnection.setDefaultHostnameVerifier(new HostnameVerifier() {
            // ruleid: java-tls-any-host
            public boolean verify(String host, SSLSession session) {
                return true;
            }
        });
        // ok: java-tls-any-host
        c.setHostnameVerifier((host, session) -> host.equals("internal.example.com"));
    }
}
