import java.sql.*;
import java.util.Properties;
import java.util.Scanner;

class Report {
    public static void main(String[] args) throws Exception {
        Statement statement = open().createStatement();
        // ruleid: java-sql-from-program-input
        statement.executeQuery("SELECT * FROM sales WHERE region = '" + args[0] + "'");
        // ok: java-sql-from-program-input
        statement.executeQuery("SELECT * FROM sales WHERE id = " + Integer.parseInt(args[1]));
        PreparedStatement prepared = open().prepareStatement("SELECT * FROM sales WHERE region = ?");
        prepared.setString(1, args[0]);
        // ok: java-sql-from-program-input
        prepared.executeQuery();
    }

    void ask(Connection connection) throws Exception {
        String name = new Scanner(System.in).nextLine();
        // ruleid: java-sql-from-program-input
        connection.prepareStatement("SELECT * FROM users WHERE name = '" + name + "'");
        // ok: java-sql-from-program-input
        connection.prepareStatement("SELECT * FROM users WHERE name = ?").setString(1, name);
    }

    void again(Properties settings, Statement statement) throws Exception {
        // ruleid: java-sql-from-program-input
        statement.executeUpdate("DELETE FROM logins WHERE name = '" + settings.getProperty("name") + "'");
        // ok: java-sql-from-program-input
        statement.executeUpdate("DELETE FROM logins WHERE age > 3");
    }
}
