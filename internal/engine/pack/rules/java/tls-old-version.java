import javax.net.ssl.SSLContext;

class Versions {
    void contexts() throws Exception {
        // ruleid: java-tls-old-version
        SSLContext.getInstance("SSLv3");
        // ruleid: java-tls-old-version
        SSLContext.getInstance("TLSv1.1");
        // ok: java-tls-old-version
        SSLContext.getInstance("TLS");
        // ok: java-tls-old-version
        SSLContext.getInstance("TLSv1.3");
    }
}
