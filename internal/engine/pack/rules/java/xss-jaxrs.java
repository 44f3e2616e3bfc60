import javax.ws.rs.*;
import javax.ws.rs.core.*;
import org.owasp.encoder.Encode;

@Path("/names")
class Names {
    @GET
    public Response beside(@QueryParam("name") String name) {
        // ruleid: java-xss-jaxrs
        return Response.ok("<p>" + name + "</p>", MediaType.TEXT_HTML).build();
    }

    @GET
    @Produces(MediaType.TEXT_HTML)
    public String above(@QueryParam("name") String name) {
        // ruleid: java-xss-jaxrs
        return "<p>" + name + "</p>";
    }

    @GET
    @Produces("text/html")
    public Response built(@QueryParam("name") String name) {
        // ruleid: java-xss-jaxrs
        return Response.ok(name).build();
    }

    @GET
    @Produces(MediaType.TEXT_HTML)
    public String escaped(@QueryParam("name") String name) {
        // ok: java-xss-jaxrs
        return "<p>" + Encode.forHtml(name) + "</p>";
    }

    @GET
    @Produces(MediaType.TEXT_HTML)
    public String assembled(@QueryParam("name") String name) {
        StringBuilder page = new StringBuilder("<p>");
        page.append(name).append("</p>");
        // ruleid: java-xss-jaxrs
        return page.toString();
    }

    @GET
    @Produces(MediaType.TEXT_HTML)
    public String rendered(@QueryParam("name") String name) {
        String page = templates.render("hello", name);
        // ok: java-xss-jaxrs
        return page;
    }

    @GET
    @Produces(MediaType.TEXT_HTML)
    public Response viewed(@QueryParam("name") String name) {
        // ok: java-xss-jaxrs
        return Response.ok(new Viewable("/hello", name)).build();
    }

    @POST
    @Produces({MediaType.APPLICATION_JSON, MediaType.TEXT_HTML})
    public Response kinds(@BeanParam Search search) {
        // ok: java-xss-jaxrs
        return Response.ok(search).build();
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Response data(@QueryParam("name") String name) {
        // ok: java-xss-jaxrs
        return Response.ok(name).build();
    }
}

@Path("/pages")
@Produces("text/html")
class Pages {
    @GET
    public String whole(@QueryParam("name") String name) {
        // ruleid: java-xss-jaxrs
        return "<p>" + name;
    }

    @GET
    @Produces("text/plain")
    public String text(@QueryParam("name") String name) {
        // ok: java-xss-jaxrs
        return name;
    }
}
