package a;
import java.io.*;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import javax.persistence.*;
import javax.servlet.http.*;
import javax.validation.Valid;
import javax.validation.constraints.*;
import org.apache.commons.io.FilenameUtils;
import org.apache.commons.lang3.StringUtils;
import org.owasp.encoder.Encode;
import org.springframework.data.domain.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.util.HtmlUtils;

@RestController
class D {
  Connection c; EntityManager em; UserRepository users;
  @GetMapping("/1") void d1(@RequestParam String a) throws Exception { // safe
    PreparedStatement p = c.prepareStatement("select * from t where a = ?"); p.setString(1, a); p.executeQuery();
  }
  @GetMapping("/3") void d3(@RequestParam Sorting s) throws Exception { // safe
    c.createStatement().execute("select * from t order by " + s.name());
  }
  enum Sorting { NAME, AGE }
  @GetMapping("/4") void d4(@RequestParam String a) throws Exception { // safe
    if (!StringUtils.isNumeric(a)) throw new IllegalArgumentException();
    c.createStatement().execute("select * from t where id = " + a);
  }
  @GetMapping("/5") void d5(@RequestParam String a) throws Exception { // safe
    if (!StringUtils.isAlphanumeric(a)) return;
    c.createStatement().execute("select * from " + a);
  }
  @GetMapping("/6") void d6(@RequestParam String a) { // safe
    em.createQuery("from T where a = :a").setParameter("a", a).getResultList();
  }
  @GetMapping("/7") byte[] d7(@RequestParam String f) throws Exception { // safe
    return Files.readAllBytes(Paths.get("/srv", FilenameUtils.getName(f)));
  }
  @GetMapping("/8") byte[] d8(@RequestParam String f) throws Exception { // safe
    if (f.contains("..") || f.contains("/")) throw new IOException();
    return Files.readAllBytes(Paths.get("/srv", f));
  }
  @GetMapping("/9") byte[] d9(@RequestParam String f) throws Exception { // safe
    Path p = Paths.get("/srv").resolve(f).normalize().toAbsolutePath();
    if (!p.startsWith(Paths.get("/srv").toAbsolutePath())) throw new IOException();
    return Files.readAllBytes(p);
  }
  @GetMapping(value = "/10", produces = "text/html") String d10(@RequestParam String q) { // safe
    return "<b>" + HtmlUtils.htmlEscape(q) + "</b>";
  }
  @GetMapping(value = "/11", produces = "text/html") String d11(@RequestParam String q) { // safe
    return "<b>" + Encode.forHtml(q) + "</b>";
  }
  @GetMapping("/12") void d12(@RequestParam String f) throws Exception { // safe
    new ProcessBuilder("git", "show", "--", f).start();
  }
  @GetMapping("/13") void d13(@RequestParam String id) throws Exception { // safe
    User u = users.findById(id).orElseThrow();
    c.createStatement().execute("select * from t where owner = '" + u.getKey() + "'");
  }
  @GetMapping("/14") void d14(Pageable page) throws Exception { // safe
    c.createStatement().execute("select * from t limit " + page.getPageSize());
  }
  @GetMapping("/15") void d15(HttpServletRequest r) throws Exception { // safe
    String d = "desc".equals(r.getParameter("d")) ? "desc" : "asc";
    c.createStatement().execute("select * from t order by id " + d);
  }
  @GetMapping("/16") void d16(HttpServletRequest r) throws Exception { // safe
    String o = r.getParameter("o");
    if (!Arrays.asList("name", "age").contains(o)) { o = "id"; }
    c.createStatement().execute("select * from t order by " + o);
  }
  @GetMapping("/17") void d17(HttpServletRequest r) throws Exception { // safe
    String o = r.getParameter("o");
    if (!o.equals("name") && !o.equals("age")) { return; }
    c.createStatement().execute("select * from t order by " + o);
  }
  @GetMapping("/18") void d18(HttpServletRequest r) throws Exception { // safe
    Map<String, String> m = new HashMap<>(); m.put("a", "name");
    c.createStatement().execute("select * from t order by " + m.get(r.getParameter("o")));
  }
  @GetMapping("/19") void d19(@Valid @RequestBody Dto d) throws Exception { // safe
    c.createStatement().execute("select * from t limit " + d.size + d.getSize());
  }
  @GetMapping("/20") void d20(@RequestParam String a) throws Exception { // safe
    a = a.replaceAll("[^a-zA-Z0-9]", "");
    c.createStatement().execute("select * from " + a);
  }
  @GetMapping("/22") void d22(@RequestParam String a) throws Exception { // safe
    if (!a.chars().allMatch(Character::isLetterOrDigit)) throw new IllegalArgumentException();
    c.createStatement().execute("select * from " + a);
  }
  static final List<String> COLS = List.of("a", "b");
  @GetMapping("/23") void d23(@RequestParam List<String> cs) throws Exception { // safe
    List<String> ok = cs.stream().filter(COLS::contains).toList();
    c.createStatement().execute("select " + String.join(",", ok) + " from t");
  }
  @GetMapping("/24") void d24(@RequestParam List<String> cs) throws Exception { // safe
    cs.retainAll(COLS);
    c.createStatement().execute("select " + String.join(",", cs) + " from t");
  }
}
class Dto { int size; int getSize() { return size; } }
