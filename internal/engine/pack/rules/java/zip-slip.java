import java.io.*;
import java.util.zip.*;

class Unzip {
    void bad(ZipInputStream in, File folder) throws IOException {
        ZipEntry entry;
        while ((entry = in.getNextEntry()) != null) {
            // ruleid: java-zip-slip
            File f = new File(folder, entry.getName());
            new FileOutputStream(f);
        }
    }

    void helper(ZipInputStream in, File folder) throws IOException {
        ZipEntry entry = in.getNextEntry();
        // ok: java-zip-slip
        File f = new File(folder, entry.getName());
        checkDirectoryTraversal(folder, f);
        new FileOutputStream(f);
    }

    void good(ZipInputStream in, File folder) throws IOException {
        ZipEntry entry = in.getNextEntry();
        // ok: java-zip-slip
        File f = new File(folder, entry.getName());
        if (!f.getCanonicalPath().startsWith(folder.getCanonicalPath() + File.separator)) {
            throw new IOException("outside");
        }
        new FileOutputStream(f);
    }
}
