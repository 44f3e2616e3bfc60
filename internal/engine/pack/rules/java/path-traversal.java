import java.io.*;
import java.nio.file.*;
import javax.servlet.http.*;
import javax.ws.rs.*;
import org.apache.commons.io.FilenameUtils;
import org.springframework.web.multipart.MultipartFile;

class Download extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String name = request.getParameter("name");
        // ruleid: java-path-traversal
        FileInputStream in = new FileInputStream("/data/" + name);
        // ruleid: java-path-traversal
        File f = new File("/data", name);
        // ruleid: java-path-traversal
        byte[] all = Files.readAllBytes(Paths.get("/data/" + name));
        // ok: java-path-traversal
        new FileInputStream("/data/" + FilenameUtils.getName(name));
        // ok: java-path-traversal
        new FileInputStream("/data/fixed.txt");
    }

    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        // ok: java-path-traversal
        File f = new File("/data", request.getParameter("name"));
        if (!f.getCanonicalPath().startsWith("/data/")) {
            throw new IOException("outside");
        }
        // ok: java-path-traversal
        new FileInputStream(f);
    }

    @GET
    @Path("/{file}")
    public InputStream get(@PathParam("file") String file, @PathParam("n") long n) throws IOException {
        // ok: java-path-traversal
        new FileReader("/data/" + n);
        // ruleid: java-path-traversal
        return new FileInputStream("/data/" + file);
    }

    void upload(MultipartFile file) throws IOException {
        // ruleid: java-path-traversal
        file.transferTo(new File("/uploads/" + file.getOriginalFilename()));
    }
}

class Themes {
    @GET
    @Path("/{path}")
    public InputStream theme(@PathParam("path") String path) throws IOException {
        if (path.isEmpty()) {
            // ok: java-path-traversal
            return getTheme().getResourceAsStream(path);
        }
        if (path.length() > 9) {
            // ruleid: java-path-traversal
            return servletContext.getResourceAsStream(path);
        }
        // ruleid: java-path-traversal
        return getClass().getResourceAsStream("/pages/" + path);
    }
}

class Contained {
    private Path folder = Paths.get("/srv/files");

    private Path inside(String name) {
        Path base = folder.toAbsolutePath();
        Path file = base.resolve(name).normalize();
        if (!file.startsWith(base)) {
            return null;
        }
        return file;
    }

    private Path anywhere(String name) {
        return folder.resolve(name).normalize();
    }

    private Path unread(String name) {
        Path file = folder.resolve(name).normalize();
        if (!file.startsWith(folder)) {
            log.warn("outside");
        }
        return file;
    }

    private void plain(String name) {
        if (name.contains("..") || name.contains("/") || name.contains("\\")) {
            throw new IllegalArgumentException("name");
        }
    }

    @GET
    @Path("/{name}")
    public String read(@PathParam("name") String name, @PathParam("other") String other) throws IOException {
        Path file = inside(name);
        // ok: java-path-traversal
        String text = Files.readString(file);
        Path open = anywhere(name);
        // ruleid: java-path-traversal
        text += Files.readString(open);
        Path warned = unread(name);
        // ruleid: java-path-traversal
        text += Files.readString(warned);
        // ruleid: java-path-traversal
        text += Files.readString(folder.resolve(other));
        plain(other);
        // ok: java-path-traversal
        return text + Files.readString(folder.resolve(other));
    }
}

class Uploads {
    void store(@ModelAttribute UploadForm form, @RequestParam String name) throws IOException {
        MultipartFile file = form.getFile();
        Path temporary = Files.createTempFile("upload-", ".pdf");
        // ok: java-path-traversal
        Files.copy(file.getInputStream(), temporary, StandardCopyOption.REPLACE_EXISTING);
        File made = Converter.toFile(file);
        // ok: java-path-traversal
        Files.delete(made.toPath());
        Path suffixed = Files.createTempFile("upload-", file.getOriginalFilename());
        // ok: java-path-traversal
        Files.delete(suffixed);
        // ruleid: java-path-traversal
        Files.copy(file.getInputStream(), folder.resolve(file.getOriginalFilename()));
        // ruleid: java-path-traversal
        Files.copy(folder.resolve(name), temporary);
    }
}
