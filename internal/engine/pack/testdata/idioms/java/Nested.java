package a;
import java.sql.*;
import javax.servlet.http.*;
class A extends HttpServlet {
  Connection c;
  protected void doGet(HttpServletRequest r, HttpServletResponse s) throws Exception {
    boolean b = c.createStatement().executeQuery("select 1 from t where a = '" + r.getParameter("a") + "'").next(); // finds: java-sql-injection
    int n = Integer.parseInt(new String(Runtime.getRuntime().exec("wc -l " + r.getParameter("f")).getInputStream().readAllBytes())); // finds: java-command-injection
    if (c.createStatement().executeUpdate("delete from t where a = '" + r.getParameter("b") + "'") == 0) return; // finds: java-sql-injection
  }
}
