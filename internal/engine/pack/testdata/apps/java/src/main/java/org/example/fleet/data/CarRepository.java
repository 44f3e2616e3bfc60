package org.example.fleet.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.stereotype.Repository;

@Repository
public class CarRepository {
    private final DataSource source;

    public CarRepository(DataSource source) {
        this.source = source;
    }

    /** Is asked with what somebody typed, see CarController. */
    public List<String> byPlate(String plate) throws SQLException {
        try (Connection c = source.getConnection(); Statement s = c.createStatement()) {
            return plates(s.executeQuery("SELECT plate FROM cars WHERE plate LIKE '%" + plate + "%'")); // finds: java-sql-injection
        }
    }

    public List<String> byDriver(String driver) throws SQLException {
        try (Connection c = source.getConnection();
                PreparedStatement s = c.prepareStatement("SELECT plate FROM cars WHERE driver = ?")) { // safe: java-sql-injection
            s.setString(1, driver);
            return plates(s.executeQuery());
        }
    }

    private static List<String> plates(ResultSet rows) throws SQLException {
        List<String> out = new ArrayList<>();
        while (rows.next()) {
            out.add(rows.getString("plate"));
        }
        return out;
    }
}
