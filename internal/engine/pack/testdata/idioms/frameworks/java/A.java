package a;
import io.javalin.Javalin;
import io.micronaut.http.annotation.*;
import io.vertx.ext.web.RoutingContext;
import jakarta.servlet.http.*;
import jakarta.ws.rs.*;
import java.io.*;
import org.springframework.web.reactive.function.server.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.messaging.handler.annotation.*;
import org.springframework.graphql.data.method.annotation.*;
import spark.*;
class A extends HttpServlet {
  protected void doGet(HttpServletRequest req, HttpServletResponse res) throws IOException {
    Runtime.getRuntime().exec("ls " + req.getParameter("d")); // finds: java-command-injection
    Runtime.getRuntime().exec("ls " + req.getPathInfo()); // finds: java-command-injection
    Runtime.getRuntime().exec("ls " + req.getQueryString()); // finds: java-command-injection
  }
  void spark() { Spark.get("/x", (request, response) -> { Runtime.getRuntime().exec("ls " + request.queryParams("d")); return ""; }); } // finds: java-command-injection
  void javalin(Javalin app) { app.get("/x", ctx -> { Runtime.getRuntime().exec("ls " + ctx.queryParam("d")); }); } // finds: java-command-injection
  void vertx(RoutingContext ctx) throws IOException { Runtime.getRuntime().exec("ls " + ctx.request().getParam("d")); } // finds: java-command-injection
}
@Controller("/m") class M { @Get("/x") String x(@QueryValue String d) throws IOException { Runtime.getRuntime().exec("ls " + d); return ""; } } // finds: java-command-injection
@Path("/j") class J {
  @GET String x(@QueryParam("d") String d) throws IOException { Runtime.getRuntime().exec("ls " + d); return ""; } // finds: java-command-injection
  @POST void y(@FormParam("d") String d, @HeaderParam("h") String h) throws IOException { Runtime.getRuntime().exec("ls " + h); } // finds: java-command-injection
}
@RestController class R {
  @GetMapping("/x/{d}") void x(@PathVariable String d) throws IOException { Runtime.getRuntime().exec("ls " + d); } // finds: java-command-injection
  @MessageMapping("/m") void m(@Payload String d) throws IOException { Runtime.getRuntime().exec("ls " + d); } // finds: java-command-injection
  @QueryMapping String q(@Argument String d) throws IOException { Runtime.getRuntime().exec("ls " + d); return ""; } // finds: java-command-injection
  @PostMapping("/model") void model(@ModelAttribute Form f) throws IOException { Runtime.getRuntime().exec("ls " + f.getName()); } // finds: java-command-injection
}
class Form { private String name; public String getName() { return name; } }
class Handler { ServerResponse h(ServerRequest r) throws IOException { Runtime.getRuntime().exec("ls " + r.queryParam("d").get()); return null; } } // finds: java-command-injection
