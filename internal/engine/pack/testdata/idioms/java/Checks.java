package a;
import java.util.*;
import java.util.regex.Pattern;
import java.io.*;
import java.nio.file.*;
import javax.servlet.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.jdbc.core.JdbcTemplate;

@RestController
class A {
  JdbcTemplate jdbc;
  List<User> users;
  static final Pattern NAME = Pattern.compile("^[a-z]+$");
  static final String SAFE = "[a-z]+";
  static final Set<String> COLUMNS = Set.of("id", "name");
  static final Map<String, String> SORT = Map.of("n", "name");
  enum Order { NAME, ID }

  @GetMapping("/s1") Object s1(@RequestParam String name) { // safe
    User u = users.stream().filter(x -> x.getName().equals(name)).findFirst().orElseThrow();
    return jdbc.queryForList("select * from t where c = '" + u.getRole() + "'");
  }
  @GetMapping("/s2") Object s2(@RequestParam String name) { // safe
    if (!name.matches(SAFE)) throw new IllegalArgumentException();
    return jdbc.queryForList("select * from t where c = '" + name + "'");
  }
  @GetMapping("/s3") Object s3(@RequestParam String name) { // safe
    if (!NAME.matcher(name).matches()) return null;
    return jdbc.queryForList("select * from t where c = '" + name + "'");
  }
  @GetMapping("/b3") Object b3(@RequestParam String name) { // weak
    if (NAME.matcher(name).matches()) return null;
    return jdbc.queryForList("select * from t where c = '" + name + "'"); // finds: java-sql-injection
  }
  @GetMapping("/s4") Object s4(@RequestParam String sort) { // safe
    String column = SORT.getOrDefault(sort, "id");
    return jdbc.queryForList("select * from t order by " + column);
  }
  @GetMapping("/s5") Object s5(@RequestParam String sort) { // safe
    Order o = Order.valueOf(sort);
    return jdbc.queryForList("select * from t order by " + o.name());
  }
  @GetMapping("/s6") Object s6(@RequestParam String sort) { // safe
    String c = COLUMNS.contains(sort) ? sort : "id";
    return jdbc.queryForList("select * from t order by " + c);
  }
  @GetMapping("/s7") Object s7(@RequestParam int id, @RequestParam Long n, @RequestParam UUID u) { // safe
    return jdbc.queryForList("select * from t where id = " + id + n + u);
  }
  @GetMapping("/s8") Object s8(@RequestParam String id) { // safe
    return jdbc.queryForList("select * from t where id = " + UUID.fromString(id));
  }
  @GetMapping("/s9") Object s9(@RequestParam List<Long> ids) { // safe
    String marks = String.join(",", Collections.nCopies(ids.size(), "?"));
    return jdbc.queryForList("select * from t where id in (" + marks + ")", ids.toArray());
  }
  @GetMapping("/s10") Object s10(@RequestParam(required = false) String name) { // safe
    StringBuilder q = new StringBuilder("select * from t where 1 = 1");
    List<Object> args = new ArrayList<>();
    if (name != null) { q.append(" and name = ?"); args.add(name); }
    return jdbc.queryForList(q.toString(), args.toArray());
  }
  @GetMapping("/s11") byte[] s11(@RequestParam String file) throws IOException { // safe
    Path base = Paths.get("/srv").toRealPath();
    Path p = base.resolve(file).normalize();
    if (!p.startsWith(base)) throw new SecurityException();
    return Files.readAllBytes(p);
  }
  @GetMapping("/s13") byte[] s13(@RequestParam String file) throws IOException { // safe
    File f = new File("/srv", file);
    if (!f.getCanonicalPath().startsWith(new File("/srv").getCanonicalPath() + File.separator)) throw new IOException("no");
    return Files.readAllBytes(f.toPath());
  }
  @GetMapping("/s14") Object s14(@RequestParam String sort) { // safe
    String c;
    switch (sort) { case "name": c = "name"; break; case "age": c = "age"; break; default: c = "id"; }
    return jdbc.queryForList("select * from t order by " + c);
  }
  @GetMapping("/s15") Object s15(@RequestParam String sort) { // safe
    String c = switch (sort) { case "name" -> "name"; default -> "id"; };
    return jdbc.queryForList("select * from t order by " + c);
  }
  @GetMapping("/s16") Object s16(@RequestParam String dir) { // safe
    String d = "desc".equalsIgnoreCase(dir) ? "desc" : "asc";
    return jdbc.queryForList("select * from t order by id " + d);
  }
  @GetMapping("/b16") Object b16(@RequestParam String dir) { // weak
    String d = dir.isEmpty() ? "desc" : dir;
    return jdbc.queryForList("select * from t order by id " + d); // finds: java-sql-injection
  }
  @GetMapping("/b17") Object b17(@RequestParam List<String> ids) { // weak
    return jdbc.queryForList("select * from t where id in (" + ids.stream().map(i -> "'" + i + "'").collect(java.util.stream.Collectors.joining(",")) + ")"); // finds: java-sql-injection
  }
  @GetMapping("/b18") Object b18(@RequestBody User user) { // weak
    return jdbc.queryForList(String.format("select * from t where name = '%s'", user.getName())); // finds: java-sql-injection
  }
  @GetMapping("/s18") Object s18(@RequestBody User user) { // safe
    return jdbc.queryForList(String.format("select * from t where name = %d", user.getAge()));
  }
  @GetMapping("/s19") Object s19(@RequestParam String sort) { // safe
    if (Arrays.stream(Order.values()).noneMatch(o -> o.name().equals(sort))) throw new IllegalArgumentException();
    return jdbc.queryForList("select * from t order by " + sort);
  }
  @GetMapping("/s20") Object s20(@RequestParam String sort) { // safe
    validate(sort);
    return jdbc.queryForList("select * from t order by " + sort);
  }
  private void validate(String s) { if (!COLUMNS.contains(s)) throw new IllegalArgumentException(s); }
  @GetMapping("/s21") Object s21(@RequestParam String sort) { // safe
    return jdbc.queryForList("select * from t order by " + column(sort));
  }
  private String column(String s) { if (COLUMNS.contains(s)) { return s; } return "id"; }
  @GetMapping("/s22") Object s22(@RequestParam Optional<Integer> page) { // safe
    return jdbc.queryForList("select * from t limit " + page.orElse(10));
  }
  @GetMapping("/s23") Object s23(HttpServletRequest req) { // safe
    int size = Integer.parseInt(req.getParameter("size"));
    return jdbc.queryForList("select * from t limit " + Math.min(size, 100));
  }
  @GetMapping("/s24") Object s24(HttpServletRequest req) { // safe
    String q = req.getParameter("q");
    String sql = "select * from t" + (q == null ? "" : " where c = ?");
    return jdbc.queryForList(sql, q);
  }
}
class User { String name; int age; String role; String getName() { return name; } int getAge() { return age; } String getRole() { return role; } }
