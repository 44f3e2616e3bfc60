package com.example;
import java.net.URI;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.Cipher;
import javax.crypto.spec.*;
import javax.servlet.http.*;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import org.slf4j.*;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.*;
import org.springframework.http.*;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.*;

@RestController
public class App {
  private static final Logger log = LoggerFactory.getLogger(App.class);
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String PASSWORD_PARAMETER = "password";
  @Value("${app.secret}") private String secret;
  private final JdbcTemplate jdbc;
  App(JdbcTemplate jdbc) { this.jdbc = jdbc; }

  @GetMapping("/items") List<Map<String, Object>> items(@RequestParam(defaultValue = "") String q, @RequestParam(defaultValue = "20") int limit) {
    log.info("search with limit {}", limit);
    return jdbc.queryForList("select id, name from items where name like ? limit ?", "%" + q + "%", Math.min(limit, 100));
  }
  @GetMapping("/items/{id}") ResponseEntity<?> item(@PathVariable long id) {
    return jdbc.queryForList("select * from items where id = ?", id).stream().findFirst().map(ResponseEntity::ok).orElse(ResponseEntity.notFound().build());
  }
  @PostMapping("/login") ResponseEntity<Void> login(@RequestBody Login login, HttpServletResponse response) {
    String hash = jdbc.queryForObject("select hash from users where email = ?", String.class, login.email());
    if (!new BCryptPasswordEncoder(12).matches(login.password(), hash)) return ResponseEntity.status(HttpStatus.UNAUTHORIZED).build();
    Cookie c = new Cookie("session", token()); c.setHttpOnly(true); c.setSecure(true); c.setPath("/"); c.setAttribute("SameSite", "Lax");
    response.addCookie(c);
    return ResponseEntity.noContent().build();
  }
  static String token() { byte[] b = new byte[32]; RANDOM.nextBytes(b); return Base64.getUrlEncoder().withoutPadding().encodeToString(b); }
  static long jitter() { return ThreadLocalRandom.current().nextLong(1000); }
  static String etag(byte[] body) throws Exception { return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body)); }
  static byte[] seal(byte[] key, byte[] text) throws Exception {
    byte[] iv = new byte[12]; RANDOM.nextBytes(iv);
    Cipher c = Cipher.getInstance("AES/GCM/NoPadding");
    c.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, iv));
    return c.doFinal(text);
  }
  static Object parse(Path file) throws Exception {
    DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
    f.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    f.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    return f.newDocumentBuilder().parse(file.toFile());
  }
  static String feed() throws Exception {
    HttpClient c = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    return c.send(HttpRequest.newBuilder(URI.create("https://feeds.example.com/all")).build(), HttpResponse.BodyHandlers.ofString()).body();
  }
  static void convert(Path in, Path out) throws Exception { new ProcessBuilder("convert", in.toString(), out.toString()).inheritIO().start().waitFor(); }
  @ExceptionHandler ResponseEntity<Map<String, String>> failed(Exception e) { log.error("request failed", e); return ResponseEntity.internalServerError().body(Map.of("error", "internal error")); }
  record Login(String email, String password) {}
}
@Configuration class Security {
  @Bean SecurityFilterChain chain(HttpSecurity http) throws Exception {
    return http.authorizeHttpRequests(a -> a.requestMatchers("/login").permitAll().anyRequest().authenticated())
      .headers(h -> h.contentSecurityPolicy(c -> c.policyDirectives("default-src 'self'"))).build();
  }
}
