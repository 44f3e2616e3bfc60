package a;
import java.io.*;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import javax.persistence.*;
import javax.servlet.http.*;
import javax.ws.rs.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.multipart.MultipartFile;

@RestController
class C {
  Connection c; EntityManager em;
  @PostMapping("/1") void c1(@RequestBody Map<String, String> m) throws Exception { // weak
    c.createStatement().executeQuery("select * from t where a = '" + m.get("a") + "'"); // finds: java-sql-injection
  }
  @GetMapping("/2") void c2(HttpServletRequest r) throws Exception { // weak
    Statement s = c.createStatement();
    String q = String.join("", "select * from t where a = '", r.getParameter("a"), "'");
    s.execute(q); // finds: java-sql-injection
  }
  @GetMapping("/3/{id}") void c3(@PathVariable("id") String id) { // weak
    em.createNativeQuery("select * from t where id = " + id).getResultList(); // finds: java-sql-injection
  }
  @GetMapping("/4") void c4(@RequestParam Map<String, String> all) { // weak
    em.createQuery("from T where a = '" + all.get("a") + "'").getResultList(); // finds: java-sql-injection
  }
  @GetMapping("/5") void c5(@RequestHeader("X") String x) throws Exception { // weak
    Runtime.getRuntime().exec("ls " + x); // finds: java-command-injection
  }
  @GetMapping("/6") void c6(@CookieValue("c") String x) throws Exception { // weak
    new ProcessBuilder("sh", "-c", "ls " + x).start(); // finds: java-command-injection
  }
  @GetMapping("/7") void c7(@RequestParam String x) throws Exception { // weak
    List<String> cmd = new ArrayList<>(); cmd.add("sh"); cmd.add("-c"); cmd.add(x);
    new ProcessBuilder(cmd).start(); // finds: java-command-injection
  }
  @GetMapping("/8") byte[] c8(@RequestParam String f) throws Exception { // weak
    return Files.readAllBytes(Path.of("/srv", f)); // finds: java-path-traversal
  }
  @PostMapping("/9") void c9(@RequestParam MultipartFile f) throws Exception { // weak
    f.transferTo(new File("/srv/" + f.getOriginalFilename())); // finds: java-path-traversal
  }
  @GetMapping("/10") String c10(@RequestParam String u) { // weak
    return "redirect:" + u; // finds: java-open-redirect, java-xss-spring
  }
  @GetMapping(value = "/11", produces = "text/html") String c11(@RequestParam String q) { // weak
    return "<b>" + q + "</b>"; // finds: java-xss-spring
  }
  @GetMapping("/12") Object c12(@RequestBody byte[] b) throws Exception { // weak
    return new ObjectInputStream(new ByteArrayInputStream(b)).readObject(); // finds: java-deserialization
  }
  @GetMapping("/13") void c13(HttpServletRequest r) throws Exception { // weak
    StringBuilder sb = new StringBuilder();
    sb.append("select * from t where a = '").append(r.getHeader("a")).append("'");
    c.prepareStatement(sb.toString()).executeQuery(); // finds: java-sql-injection
  }
  @GetMapping("/14") void c14(HttpServletRequest r) throws Exception { // weak
    try (BufferedReader b = r.getReader()) { String line = b.readLine(); c.createStatement().execute("select " + line); } // finds: java-sql-injection
  }
  @GetMapping("/15") void c15(HttpServletRequest r) throws Exception { // weak
    for (Cookie k : r.getCookies()) { if (k.getName().equals("a")) c.createStatement().execute("select " + k.getValue()); } // finds: java-sql-injection
  }
  @GetMapping("/16") void c16(@RequestParam String e) { // weak
    new org.springframework.expression.spel.standard.SpelExpressionParser().parseExpression(e).getValue(); // finds: java-code-injection
  }
  @GetMapping("/17") void c17(@RequestParam Optional<String> a) throws Exception { // weak
    c.createStatement().execute("select " + a.orElse("x")); // finds: java-sql-injection
  }
  @GetMapping("/18") void c18(@RequestParam String a) throws Exception { // weak
    String s = a == null ? "x" : a.toUpperCase().trim();
    c.createStatement().execute("select '%s'".formatted(s)); // finds: java-sql-injection
  }
  @GetMapping("/19") void c19(@RequestParam List<String> a) throws Exception { // weak
    String s = a.stream().filter(x -> !x.isEmpty()).collect(java.util.stream.Collectors.joining(","));
    c.createStatement().execute("select " + s); // finds: java-sql-injection
  }
  @GetMapping("/20") void c20(@RequestParam String a) throws Exception { // weak
    Runnable r = () -> { try { c.createStatement().execute("select " + a); } catch (SQLException e) { } }; // finds: java-sql-injection
    r.run();
  }
  @GetMapping("/21") void c21(@RequestParam String a) throws Exception { // weak
    var m = Map.of("q", a);
    c.createStatement().execute("select " + m.get("q")); // finds: java-sql-injection
  }
}
@javax.ws.rs.Path("x") class R {
  Connection c;
  @GET @javax.ws.rs.Path("{id}") public String get(@PathParam("id") String id, @QueryParam("q") String q) throws Exception { // weak
    c.createStatement().executeQuery("select * from t where a = " + q); return ""; // finds: java-sql-injection
  }
}
