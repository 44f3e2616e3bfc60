import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.cert.*;
import javax.net.ssl.*;

class Trust {
    TrustManager all = new X509TrustManager() {
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        // ruleid: java-tls-trust-all
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        public X509Certificate[] getAcceptedIssuers() {
            return null;
        }
    };

    void netty() {
        // ruleid: java-tls-trust-all
        Object o = InsecureTrustManagerFactory.INSTANCE;
    }

    TrustManager some(X509TrustManager other) {
        return new X509TrustManager() {
            public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
                other.checkClientTrusted(chain, type);
            }

            // ok: java-tls-trust-all
            public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
                other.checkServerTrusted(chain, type);
            }

            public X509Certificate[] getAcceptedIssuers() {
                return other.getAcceptedIssuers();
            }
        };
    }
}
