import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.ModelAndView;

@Controller
class Views {
    private static final Map<String, String> VIEWS = Map.of("de", "de/welcome", "en", "en/welcome");

    @GetMapping("/welcome")
    public String welcome(@RequestParam String language) {
        // ruleid: java-view-name-injection
        return "user/" + language + "/welcome";
    }

    @GetMapping("/page")
    public ModelAndView page(@RequestParam String name) {
        // ruleid: java-view-name-injection
        return new ModelAndView(name);
    }

    @GetMapping("/known")
    public String known(@RequestParam String language) {
        // ok: java-view-name-injection
        return VIEWS.getOrDefault(language, "en/welcome");
    }

    @GetMapping("/numbered/{page}")
    public String numbered(@PathVariable int page) {
        // ok: java-view-name-injection
        return "pages/" + page;
    }

    @GetMapping("/text")
    @ResponseBody
    public String text(@RequestParam String name) {
        // ok: java-view-name-injection
        return "name: " + name;
    }
}
