import com.fasterxml.jackson.databind.ObjectMapper;
import com.thoughtworks.xstream.XStream;
import java.io.*;
import java.util.*;
import javax.servlet.http.*;
import org.springframework.web.bind.annotation.*;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class Receive extends HttpServlet {
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
        // ruleid: java-deserialization
        ObjectInputStream in = new ObjectInputStream(request.getInputStream());
        byte[] data = Base64.getDecoder().decode(request.getParameter("state"));
        // ruleid: java-deserialization
        new ObjectInputStream(new ByteArrayInputStream(data)).readObject();
        // ok: java-deserialization
        new ObjectInputStream(new FileInputStream("/data/state"));
    }

    @PostMapping("/x")
    void receive(@RequestBody String body) throws Exception {
        XStream x = new XStream();
        // ruleid: java-deserialization
        x.fromXML(body);
        Yaml yaml = new Yaml();
        // ruleid: java-deserialization
        yaml.load(body);
        // ok: java-deserialization
        new ObjectMapper().readValue(body, Map.class);
    }

    @PostMapping("/z")
    void filtered(HttpServletRequest request) throws Exception {
        // ok: java-deserialization
        ObjectInputStream in = new ObjectInputStream(request.getInputStream());
        in.setObjectInputFilter(ObjectInputFilter.Config.createFilter("app.Order;!*"));
        in.readObject();
    }

    @PostMapping("/y")
    void safe(@RequestBody String body) {
        Yaml yaml = new Yaml(new SafeConstructor());
        // ok: java-deserialization
        yaml.load(body);
    }
}
