import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.*;

class Search {
    @GetMapping("/search")
    void search(@RequestParam String q) {
        // ruleid: java-regex-injection
        Pattern.compile(q);
        // ruleid: java-regex-injection
        "text".matches(".*" + q);
        // ok: java-regex-injection
        Pattern.compile(Pattern.quote(q));
        // ok: java-regex-injection
        q.matches("[a-z]+");
    }
}
