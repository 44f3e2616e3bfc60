import java.sql.*;
import java.util.Map;

class Catalogs {
    private static final Map<String, String> CATALOGS = Map.of("2025", "orders_2025", "2026", "orders_2026");

    void open(Connection connection, ResultSet rows) throws SQLException {
        // ruleid: java-stored-setting
        connection.setCatalog(rows.getString("catalog"));
        // ok: java-stored-setting
        connection.setCatalog(CATALOGS.get(rows.getString("year")));
        // ok: java-stored-setting
        connection.setCatalog("orders");
    }
}
