import java.net.PasswordAuthentication;
import javax.servlet.http.*;
import org.mindrot.jbcrypt.BCrypt;

class Remember {
    void me(HttpServletRequest request, HttpServletResponse response) {
        String password = request.getParameter("password");
        // ruleid: java-password-in-cookie
        response.addCookie(new Cookie("remember", password));
        // ok: java-password-in-cookie
        response.addCookie(new Cookie("user", request.getParameter("user")));
    }

    void pair(PasswordAuthentication login, HttpServletResponse response) {
        String pair = login.getUserName() + ":" + new String(login.getPassword());
        // ruleid: java-password-in-cookie
        Cookie cookie = new Cookie("auth", pair);
        response.addCookie(cookie);
    }

    void hashed(HttpServletRequest request, HttpServletResponse response) {
        // ok: java-password-in-cookie
        response.addCookie(new Cookie("check", BCrypt.hashpw(request.getParameter("password"), BCrypt.gensalt())));
    }
}
