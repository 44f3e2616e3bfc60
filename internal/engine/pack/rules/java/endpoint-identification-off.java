import java.util.Properties;
import javax.net.ssl.SSLParameters;
import org.apache.commons.mail.SimpleEmail;

class Names {
    void directory() {
        // ruleid: java-endpoint-identification-off
        System.setProperty("com.sun.jndi.ldap.object.disableEndpointIdentification", "true");
        // ok: java-endpoint-identification-off
        System.setProperty("com.sun.jndi.ldap.connect.pool", "true");
    }

    void mail(SimpleEmail email) {
        // ruleid: java-endpoint-identification-off
        email.setSSLOnConnect(true);
    }

    void checked(SimpleEmail email) {
        // ok: java-endpoint-identification-off
        email.setSSLOnConnect(true);
        email.setSSLCheckServerIdentity(true);
    }

    void session(Properties properties) {
        // ruleid: java-endpoint-identification-off
        properties.put("mail.smtp.ssl.trust", "*");
        // ruleid: java-endpoint-identification-off
        properties.setProperty("mail.smtp.ssl.checkserveridentity", "false");
        // ok: java-endpoint-identification-off
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
    }

    void socket(SSLParameters parameters) {
        // ruleid: java-endpoint-identification-off
        parameters.setEndpointIdentificationAlgorithm(null);
        // ok: java-endpoint-identification-off
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
}
