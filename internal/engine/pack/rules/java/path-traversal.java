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
