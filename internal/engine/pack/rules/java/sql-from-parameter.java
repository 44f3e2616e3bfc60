import java.sql.*;
import javax.persistence.EntityManager;
import org.springframework.jdbc.core.JdbcTemplate;

class Users {
    private Connection connection;
    private JdbcTemplate jdbcTemplate;
    private EntityManager manager;

    public ResultSet pasted(String name) throws SQLException {
        String sql = "SELECT id FROM users WHERE name = '" + name + "'";
        // ruleid: java-sql-from-parameter
        return connection.createStatement().executeQuery(sql);
    }

    public Object formatted(String name) {
        // ruleid: java-sql-from-parameter
        return jdbcTemplate.queryForObject(String.format("SELECT id FROM users WHERE name = '%s'", name), Long.class);
    }

    public Object entities(String name) {
        // ruleid: java-sql-from-parameter
        return manager.createQuery("from User where name = '" + name + "'").getResultList();
    }

    public ResultSet second(String mail, String name) throws SQLException {
        // ruleid: java-sql-from-parameter
        return connection.createStatement().executeQuery("SELECT id FROM users WHERE id > 0 AND name = '" + name + "' AND mail = '" + mail + "'");
    }

    public ResultSet bound(String name) throws SQLException {
        PreparedStatement s = connection.prepareStatement("SELECT id FROM users WHERE name = ?");
        s.setString(1, name);
        // ok: java-sql-from-parameter
        return s.executeQuery();
    }

    public ResultSet column(String table) throws SQLException {
        // ok: java-sql-from-parameter
        return connection.createStatement().executeQuery("SELECT id FROM " + table);
    }

    public ResultSet number(String id) throws SQLException {
        // ok: java-sql-from-parameter
        return connection.createStatement().executeQuery("SELECT id FROM users WHERE id = " + Integer.parseInt(id));
    }

    private ResultSet inside(String name) throws SQLException {
        // ok: java-sql-from-parameter
        return connection.createStatement().executeQuery("SELECT id FROM users WHERE name = '" + name + "'");
    }
}
