import javax.servlet.http.*;
import org.springframework.web.cors.CorsConfiguration;

class Cors {
    void set(HttpServletRequest request, HttpServletResponse response, CorsConfiguration config) {
        // ruleid: java-cors-any-origin
        response.setHeader("Access-Control-Allow-Origin", "*");
        // ruleid: java-cors-any-origin
        response.setHeader("Access-Control-Allow-Origin", request.getHeader("Origin"));
        // ruleid: java-cors-any-origin
        config.addAllowedOrigin("*");
        // ok: java-cors-any-origin
        config.addAllowedOrigin("https://app.example.com");
        // ok: java-cors-any-origin
        response.setHeader("Access-Control-Allow-Origin", "https://app.example.com");
    }
}
