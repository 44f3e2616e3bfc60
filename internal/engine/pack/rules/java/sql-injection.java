import java.sql.*;
import java.util.*;
import javax.persistence.EntityManager;
import javax.servlet.http.*;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.*;

class Users extends HttpServlet {
    private static final Set<String> COLUMNS = Set.of("name", "age");
    private Connection connection;
    private JdbcTemplate jdbc;
    private EntityManager em;

    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String id = request.getParameter("id");
        Statement statement = connection.createStatement();
        // ruleid: java-sql-injection
        statement.executeQuery("SELECT * FROM users WHERE id = '" + id + "'");
        // ruleid: java-sql-injection
        statement.execute(String.format("DELETE FROM users WHERE id = '%s'", id));
        // ruleid: java-sql-injection
        PreparedStatement p = connection.prepareStatement("SELECT * FROM users WHERE id = '" + id + "'");
        // ok: java-sql-injection
        PreparedStatement q = connection.prepareStatement("SELECT * FROM users WHERE id = ?");
        q.setString(1, id);
        // ok: java-sql-injection
        q.executeQuery();
        // ok: java-sql-injection
        statement.executeQuery("SELECT * FROM users WHERE id = " + Integer.parseInt(id));
    }

    protected void doPost(HttpServletRequest req, HttpServletResponse resp) throws Exception {
        StringBuilder sql = new StringBuilder("SELECT * FROM users WHERE name = '");
        for (Cookie c : req.getCookies()) {
            sql.append(c.getValue());
        }
        Statement statement = connection.createStatement();
        // ruleid: java-sql-injection
        statement.executeUpdate(sql.toString());
        Enumeration<String> headers = req.getHeaders("X-Id");
        String header = headers.nextElement();
        // ruleid: java-sql-injection
        statement.addBatch("UPDATE users SET seen = 1 WHERE id = '" + header + "'");
        String sort = req.getParameter("sort");
        if (!COLUMNS.contains(sort)) {
            throw new IllegalArgumentException("sort");
        }
        // ok: java-sql-injection
        statement.executeQuery("SELECT * FROM users ORDER BY " + sort);
    }

    void lookedUp(HttpServletRequest req, Statement statement) throws Exception {
        // ok: java-sql-injection
        statement.executeQuery("SELECT * FROM users ORDER BY " + ORDERS.getOrDefault(req.getParameter("by"), "name"));
        String table = TABLES.get(req.getParameter("table"));
        // ok: java-sql-injection
        statement.executeQuery("SELECT * FROM " + table);
        // ruleid: java-sql-injection
        statement.executeQuery("SELECT * FROM users ORDER BY " + ORDERS.getOrDefault("by", req.getParameter("by")));
    }

    void wrapped(HttpServletRequest request, Statement statement) throws Exception {
        Form form = new Form(request);
        // ruleid: java-sql-injection
        statement.executeQuery("SELECT * FROM users WHERE id = '" + form.getStringParameter("id") + "'");
        // ok: java-sql-injection
        statement.executeQuery("SELECT * FROM " + form.getTableName());
    }

    @GetMapping("/sorted")
    List<Map<String, Object>> sorted(@RequestParam Column column, @RequestParam List<String> names) {
        // ok: java-sql-injection
        jdbc.queryForList("SELECT * FROM users ORDER BY " + column.name());
        // ruleid: java-sql-injection
        return jdbc.queryForList("SELECT * FROM users WHERE name = '" + names.get(0) + "'");
    }

    @GetMapping("/users")
    List<Map<String, Object>> list(@RequestParam("name") String name, @RequestParam int age) {
        // ruleid: java-sql-injection
        jdbc.queryForList("SELECT * FROM users WHERE name = '" + name + "'");
        // ruleid: java-sql-injection
        em.createQuery("SELECT u FROM User u WHERE u.name = '" + name + "'");
        // ok: java-sql-injection
        em.createQuery("SELECT u FROM User u WHERE u.name = :name").setParameter("name", name);
        // ok: java-sql-injection
        jdbc.queryForList("SELECT * FROM users WHERE age = " + age);
        // ok: java-sql-injection
        return jdbc.queryForList("SELECT * FROM users WHERE name = ?", name);
    }

    @GetMapping("/sorted")
    List<Map<String, Object>> sorted(@RequestParam("sort") String sort) {
        if (COLUMNS.contains(sort)) {
            // ok: java-sql-injection
            jdbc.queryForList("SELECT * FROM users ORDER BY " + sort);
        }
        // ruleid: java-sql-injection
        return jdbc.queryForList("SELECT * FROM users ORDER BY " + sort);
    }
}
