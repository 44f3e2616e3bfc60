package a;
import java.net.*;
import java.net.http.*;
import java.util.*;
import javax.servlet.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.servlet.view.RedirectView;

@RestController
class B {
  static final Set<String> HOSTS = Set.of("a.example.com");
  RestTemplate rest;
  @GetMapping("/s1") Object s1(@RequestParam String u) { // safe
    URI uri = URI.create(u);
    if (!HOSTS.contains(uri.getHost())) throw new IllegalArgumentException();
    return rest.getForObject(uri, String.class);
  }
  @GetMapping("/s2") Object s2(@RequestParam String u) { // safe
    URI uri = URI.create(u);
    if (!HOSTS.contains(uri.getHost())) throw new IllegalArgumentException();
    return rest.getForObject(u, String.class);
  }
  @GetMapping("/s3") Object s3(@RequestParam String u) throws Exception { // safe
    if (!"a.example.com".equals(new URL(u).getHost())) return null;
    return rest.getForObject(u, String.class);
  }
  @GetMapping("/b1") Object b1(@RequestParam String u) { // weak
    URI uri = URI.create(u);
    if (uri.getHost() == null) throw new IllegalArgumentException();
    return rest.getForObject(uri, String.class); // finds: java-ssrf
  }
  @GetMapping("/s4") void s4(@RequestParam String next, HttpServletResponse res) throws Exception { // safe
    if (next.startsWith("/") && !next.startsWith("//")) res.sendRedirect(next); else res.sendRedirect("/");
  }
  @GetMapping("/b4") void b4(@RequestParam String next, HttpServletResponse res) throws Exception { // weak
    res.sendRedirect(next); // finds: java-open-redirect
  }
  @GetMapping("/s5") Object s5(@RequestParam String id) { // safe
    return rest.getForObject("https://api.example.com/items/{id}", String.class, id);
  }
  @GetMapping("/s6") Object s6(@RequestParam String u) throws Exception { // safe
    URL url = new URL(u);
    if (!isAllowedHost(url.getHost())) throw new IllegalArgumentException();
    return url.openStream();
  }
  private boolean isAllowedHost(String h) { return HOSTS.contains(h); }
}
