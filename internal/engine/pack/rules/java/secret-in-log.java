import org.slf4j.*;

class Audit {
    private static final Logger log = LoggerFactory.getLogger(Audit.class);

    void login(String name, String password, String accessToken) {
        // ruleid: java-secret-in-log
        log.info("login of {} with {}", name, password);
        // ruleid: java-secret-in-log
        log.debug("token: " + accessToken);
        // ok: java-secret-in-log
        log.info("login of {}", name);
        // ok: java-secret-in-log
        log.info("password of {} was changed", name);
        // ok: java-secret-in-log
        log.info("password has {} characters", password.length());
    }
}
