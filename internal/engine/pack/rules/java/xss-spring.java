import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.util.HtmlUtils;

@RestController
class Greetings {
    @GetMapping("/hello")
    public String hello(@RequestParam String name) {
        // ruleid: java-xss-spring
        return "<h1>Hello " + name + "</h1>";
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

    @GetMapping("/{id}")
    public String number(@PathVariable long id) {
        // ok: java-xss-spring
        return "Number " + id;
    }
}
