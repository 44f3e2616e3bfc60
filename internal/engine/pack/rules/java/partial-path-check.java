import java.io.*;

class Folders {
    private final File folder = new File("/srv/files");

    File open(String name) throws IOException {
        File file = new File(folder, name);
        // ruleid: java-partial-path-check
        if (!file.getCanonicalPath().startsWith(folder.getCanonicalPath())) {
            throw new IOException("outside");
        }
        return file;
    }

    File variable(String name) throws IOException {
        String path = new File(folder, name).getCanonicalPath();
        // ruleid: java-partial-path-check
        if (!path.startsWith("/srv/files")) {
            throw new IOException("outside");
        }
        return new File(path);
    }

    File ended(String name) throws IOException {
        File file = new File(folder, name);
        // ok: java-partial-path-check
        if (!file.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) {
            throw new IOException("outside");
        }
        return file;
    }

    File literal(String name) throws IOException {
        String path = new File(folder, name).getCanonicalPath();
        // ok: java-partial-path-check
        if (!path.startsWith("/srv/files/")) {
            throw new IOException("outside");
        }
        return new File(path);
    }

    File paths(File file) throws IOException {
        // ok: java-partial-path-check
        if (!file.getCanonicalFile().toPath().startsWith(folder.toPath())) {
            throw new IOException("outside");
        }
        return file;
    }
}
