package a;
import java.util.*;
import java.util.function.*;
import javax.servlet.http.*;
class A extends HttpServlet {
  static String last;
  Process run(String s) throws Exception { return Runtime.getRuntime().exec(s); } // finds: java-command-injection
  protected void doGet(HttpServletRequest r, HttpServletResponse s) throws Exception {
    if (Runtime.getRuntime().exec("ls " + r.getParameter("a")) != null) return; // finds: java-command-injection
  }
  protected void doPost(HttpServletRequest r, HttpServletResponse s) throws Exception {
    String a = r.getParameter("a");
    do { Runtime.getRuntime().exec("ls " + a); } while (false); // finds: java-command-injection
    switch (a.length()) { case 1 -> Runtime.getRuntime().exec("ls " + a); default -> {} } // finds: java-command-injection
    String b = switch (a.length()) { case 1: yield a; default: yield "x"; };
    Runtime.getRuntime().exec("ls " + b); // finds: java-command-injection
    try (var in = Runtime.getRuntime().exec("ls " + a).getInputStream()) { in.read(); } // finds: java-command-injection
    synchronized (this) { Runtime.getRuntime().exec("ls " + a); } // finds: java-command-injection
    new Thread() { public void run() { try { Runtime.getRuntime().exec("ls " + a); } catch (Exception e) { } } }.start(); // finds: java-command-injection
    Function<String, String> f = x -> "ls " + x;
    Runtime.getRuntime().exec(f.apply(a)); // finds: java-command-injection
    last = a;
    Runtime.getRuntime().exec(last); // finds: java-command-injection
    String[] arr = { "sh", "-c", a };
    Runtime.getRuntime().exec(arr); // finds: java-command-injection
    Object o = a;
    if (o instanceof String t && t.length() > 1) Runtime.getRuntime().exec(t); // finds: java-command-injection
    run(a);
    char[] cs = a.toCharArray();
    Runtime.getRuntime().exec(new String(cs)); // finds: java-command-injection
    Runtime.getRuntime().exec(""" // finds: java-command-injection
      ls %s""".formatted(a));
    assert Runtime.getRuntime().exec("ls " + a) != null; // finds: java-command-injection
    Optional.of(a).ifPresent(x -> { try { Runtime.getRuntime().exec(x); } catch (Exception e) { } }); // finds: java-command-injection
    List.of(a).forEach(this::call);
    label: for (;;) { Runtime.getRuntime().exec(a); break label; } // finds: java-command-injection
    String c = a != null ? a : "x", d = c;
    Runtime.getRuntime().exec(d); // finds: java-command-injection
    Runtime.getRuntime().exec(((String) (Object) d)); // finds: java-command-injection
    var rec = new Rec(a, 1);
    Runtime.getRuntime().exec(rec.name()); // finds: java-command-injection
  }
  void call(String x) { }
  record Rec(String name, int n) {}
}
