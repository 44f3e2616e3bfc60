import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.util.HtmlUtils;

@RestController
class Greetings {
    @GetMapping("/hello")
    public String hello(@RequestParam String name) {
        // ruleid: java-xss-spring
        return "<h1>Hello " + name + "</h1>";
    }

    @GetMapping("/same")
    public String same(String name) {
        // ruleid: java-xss-spring
        return name;
    }

    @GetMapping(value = "/json", produces = "application/json")
    public String json(String name) {
        // ok: java-xss-spring
        return name;
    }

    @GetMapping("/found")
    public String found(String name) {
        // ok: java-xss-spring
        return users.find(name);
    }

    @GetMapping("/entity")
    public ResponseEntity<String> entity(@RequestParam String name) {
        StringBuilder page = new StringBuilder("<p>");
        page.append(name);
        if (name.isEmpty()) {
            // ok: java-xss-spring
            return ResponseEntity.ok(users.find(name));
        }
        // ruleid: java-xss-spring
        return new ResponseEntity<String>(page.toString(), HttpStatus.OK);
    }

    @GetMapping("/escaped")
    public String escaped(@RequestParam String name) {
        // ok: java-xss-spring
        return "<h1>Hello " + HtmlUtils.htmlEscape(name) + "</h1>";
    }

    @GetMapping(value = "/plain", produces = MediaType.TEXT_PLAIN_VALUE)
    public String plain(@RequestParam String name) {
        // ok: java-xss-spring
        return "Hello " + name;
    }

    @GetMapping("/asked")
    public String asked(@RequestParam String name) {
        // ok: java-xss-spring
        return client.getForObject("https://names.example.com/" + name, String.class);
    }

    @GetMapping("/{id}")
    public String number(@PathVariable long id) {
        // ok: java-xss-spring
        return "Number " + id;
    }
}
