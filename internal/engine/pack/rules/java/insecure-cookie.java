import javax.servlet.http.*;

class Cookies {
    void bad(HttpServletResponse response) {
        Cookie a = new Cookie("a", "1");
        // ruleid: java-insecure-cookie
        a.setSecure(false);
        response.addCookie(a);
    }

    void silent(HttpServletResponse response) {
        Cookie b = new Cookie("b", "1");
        // ruleid: java-insecure-cookie
        response.addCookie(b);
    }

    void deleted(HttpServletResponse response) {
        Cookie d = new Cookie("d", null);
        d.setMaxAge(0);
        // ok: java-insecure-cookie
        response.addCookie(d);
    }

    void good(HttpServletResponse response) {
        Cookie c = new Cookie("c", "1");
        // ok: java-insecure-cookie
        c.setSecure(true);
        // ok: java-insecure-cookie
        response.addCookie(c);
    }
}
