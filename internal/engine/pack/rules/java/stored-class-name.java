import java.sql.ResultSet;
import java.util.Set;

class Handlers {
    private static final Set<String> KNOWN_CLASSES = Set.of("app.Mail", "app.Print");

    Object make(ResultSet rows) throws Exception {
        String name = rows.getString("handler");
        // ruleid: java-stored-class-name
        return Class.forName(name).getDeclaredConstructor().newInstance();
    }

    Object known(ResultSet rows) throws Exception {
        String name = rows.getString("handler");
        if (!KNOWN_CLASSES.contains(name)) {
            throw new IllegalArgumentException("handler");
        }
        // ok: java-stored-class-name
        return Class.forName(name).getDeclaredConstructor().newInstance();
    }

    Class<?> driver() throws Exception {
        // ok: java-stored-class-name
        return Class.forName("org.postgresql.Driver");
    }
}
