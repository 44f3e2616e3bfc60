import java.io.*;
import java.nio.file.*;
import java.sql.ResultSet;

class Documents {
    private final Path base = Paths.get("/srv/documents");

    InputStream open(ResultSet rows) throws Exception {
        // ruleid: java-stored-path-traversal
        return new FileInputStream("/srv/documents/" + rows.getString("name"));
    }

    File typed() throws Exception {
        String name = System.console().readLine("document: ");
        // ruleid: java-stored-path-traversal
        return new File("/srv/documents/" + name);
    }

    InputStream checked(ResultSet rows) throws Exception {
        Path file = Paths.get("/srv/documents/" + rows.getString("name")).normalize();
        if (!file.startsWith(base)) {
            throw new IOException("name");
        }
        // ok: java-stored-path-traversal
        return Files.newInputStream(file);
    }

    InputStream given(String name) throws Exception {
        // ok: java-stored-path-traversal
        return new FileInputStream("/srv/documents/" + name);
    }

    File below() {
        // ok: java-stored-path-traversal
        return new File(System.getProperty("java.io.tmpdir") + "/documents");
    }

    File numbered(ResultSet rows) throws Exception {
        // ok: java-stored-path-traversal
        return new File("/srv/documents/" + Integer.parseInt(rows.getString("number")));
    }
}
