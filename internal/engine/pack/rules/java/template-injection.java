import freemarker.template.Template;
import java.io.StringWriter;
import javax.servlet.http.*;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;

@Controller
class Pages {
    void velocity(HttpServletRequest request) throws Exception {
        String text = request.getParameter("text");
        VelocityContext context = new VelocityContext();
        StringWriter out = new StringWriter();
        context.put("text", text);
        // ruleid: java-template-injection
        Velocity.evaluate(context, out, "page", text);
        // ok: java-template-injection
        Velocity.evaluate(context, out, "page", "Hello $text");
        // ruleid: java-template-injection
        Template t = new Template("page", text, null);
    }

    @GetMapping("/page")
    public String page(@RequestParam String lang) {
        // ruleid: java-template-injection
        return "user/" + lang + "/welcome";
    }

    @GetMapping("/fixed")
    public String fixed(@RequestParam String lang) {
        // ok: java-template-injection
        return "user/welcome";
    }
}
