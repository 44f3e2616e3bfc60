import java.io.File;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

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
        // ruleid: java-world-writable-file
        Set.of(PosixFilePermission.OWNER_WRITE, PosixFilePermission.OTHERS_WRITE);
        // ok: java-world-writable-file
        Set.of(PosixFilePermission.OWNER_WRITE, PosixFilePermission.OTHERS_EXECUTE);
        // ok: java-world-writable-file
        file.setExecutable(true, false);
    }
}
