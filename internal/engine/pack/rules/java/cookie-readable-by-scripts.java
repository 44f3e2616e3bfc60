import javax.servlet.http.Cookie;

class Visible {
    void set(Cookie cookie) {
        // ruleid: java-cookie-readable-by-scripts
        cookie.setHttpOnly(false);
        // ok: java-cookie-readable-by-scripts
        cookie.setHttpOnly(true);
    }
}
