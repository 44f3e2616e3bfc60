import java.io.File;
import java.nio.file.attribute.PosixFilePermissions;

class Rights {
    void set(File file) {
        // ruleid: java-world-writable-file
        file.setWritable(true, false);
        // ruleid: java-world-writable-file
        PosixFilePermissions.fromString("rwxrwxrwx");
        // ok: java-world-writable-file
        file.setWritable(true);
        // ok: java-world-writable-file
        PosixFilePermissions.fromString("rw-r-----");
    }
}
