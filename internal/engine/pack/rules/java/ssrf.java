import javax.imageio.ImageIO;
import org.springframework.web.multipart.MultipartFile;
import java.net.*;
import javax.servlet.http.*;
import okhttp3.Request;
import org.apache.http.client.methods.HttpGet;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;

class Fetch extends HttpServlet {
    private final RestTemplate rest = new RestTemplate();

    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String address = request.getParameter("url");
        URL url = new URL(address);
        // ruleid: java-ssrf
        url.openConnection();
        // ruleid: java-ssrf
        new URL(address).openStream();
        // ruleid: java-ssrf
        HttpGet get = new HttpGet(address);
        // ok: java-ssrf
        new URL("https://example.com/").openStream();
        // ok: java-ssrf
        new URL("https://example.com/items/" + address).openStream();
        // ruleid: java-ssrf
        new URL("https://" + address + "/items").openStream();
        // ok: java-ssrf
        new URL(String.format("https://example.com/items/%s", address)).openStream();
        // ok: java-ssrf
        new URL(address.replaceAll("[^a-z]", "")).openStream();
    }

    void known(HttpServletRequest request) throws Exception {
        String address = request.getParameter("url");
        if (address.equals("https://example.com/a")) {
            // ok: java-ssrf
            new URL(address).openStream();
        }
        if (address.equals("")) {
            return;
        }
        // ruleid: java-ssrf
        new URL(address).openStream();
    }

    @GetMapping("/proxy")
    String proxy(@RequestParam String target, @RequestParam int id) {
        // ruleid: java-ssrf
        Request r = new Request.Builder().url(target).build();
        // ok: java-ssrf
        rest.getForObject("https://api.example.com/items/" + id, String.class);
        // ruleid: java-ssrf
        return rest.getForObject(target, String.class);
    }
}

class Pictures {
    void stamp(@ModelAttribute StampForm form, HttpServletRequest request) throws Exception {
        MultipartFile picture = form.getPicture();
        // ok: java-ssrf
        BufferedImage image = ImageIO.read(picture.getInputStream());
        // ruleid: java-ssrf
        BufferedImage other = ImageIO.read(new URL(request.getParameter("picture")));
    }

    void stamped(HttpServletRequest request) throws Exception {
        String server = request.getParameter("server");
        if (!allowedServers.contains(normalize(server))) {
            throw new IllegalArgumentException("server");
        }
        // ok: java-ssrf
        new URL(server).openStream();
        String path = request.getParameter("path");
        // ok: java-ssrf
        new URL(serviceBaseUrl + path).openStream();
        String found = serviceBaseUrl + "/find";
        found += "?" + request.getQueryString();
        // ok: java-ssrf
        new URL(found).openStream();
        String baseUrl = request.getParameter("base");
        // ruleid: java-ssrf
        new URL(baseUrl + "/items").openStream();
    }
}
