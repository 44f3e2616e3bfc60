import javax.net.ssl.SSLContext;

class Versions {
    void contexts() throws Exception {
        // ruleid: java-tls-old-version
        SSLContext.getInstance("SSLv3");
        // ruleid: java-tls-old-version
        SSLContext.getInstance("TLSv1.1");
        // ruleid: java-tls-old-version
        socket.setEnabledProtocols(new String[] {"TLSv1.2", "TLSv1.1"});
        // ok: java-tls-old-version
        socket.setEnabledProtocols(new String[] {"TLSv1.2", "TLSv1.3"});
        // ok: java-tls-old-version
        SSLContext.getInstance("TLS");
        // ok: java-tls-old-version
        SSLContext.getInstance("TLSv1.3");
    }
}
