import org.springframework.http.HttpHeaders;
import javax.servlet.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.servlet.view.RedirectView;

class Login extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String next = request.getParameter("next");
        // ruleid: java-open-redirect
        response.sendRedirect(next);
        // ruleid: java-open-redirect
        response.setHeader("Location", next);
        // ok: java-open-redirect
        response.sendRedirect("/home");
        // ok: java-open-redirect
        response.sendRedirect("/user/" + next);
    }

    @GetMapping("/go")
    Object go(@RequestParam String to, @RequestParam long id) {
        if (id == 1) {
            // ruleid: java-open-redirect
            return "redirect:" + to;
        }
        if (id == 2) {
            // ok: java-open-redirect
            return "redirect:/items/" + id;
        }
        // ruleid: java-open-redirect
        return new RedirectView(to);
    }
}

class Broker {
    @GET
    public Response link(@QueryParam("redirect_uri") String redirectUri, @QueryParam("other") String other) {
        redirectUri = RedirectUtils.verifyRedirectUri(session, redirectUri, client);
        if (other == null) {
            // ok: java-open-redirect
            return Response.status(302).location(UriBuilder.fromUri(redirectUri).build()).build();
        }
        if (other.isEmpty()) {
            // ok: java-open-redirect
            return Response.status(302).location(UriBuilder.fromUri(LOGIN).queryParam("next", other).build()).build();
        }
        // ruleid: java-open-redirect
        return Response.status(302).location(UriBuilder.fromUri(other).build()).build();
    }
}

class Places {
    void keep(HttpServletRequest request, Map<String, Object> entries, HttpHeaders headers) {
        // ok: java-open-redirect
        entries.put("location", request.getParameter("place"));
        // ruleid: java-open-redirect
        headers.put("Location", request.getParameter("place"));
    }

    void registered(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String target = request.getParameter("redirect_uri");
        if (!client.redirectUris().contains(target)) {
            throw new IllegalArgumentException("redirect_uri");
        }
        // ok: java-open-redirect
        response.sendRedirect(target);
    }

    void checked(HttpServletRequest request, HttpServletResponse response) throws Exception {
        if (isAllowedTarget(request.getParameter("to"))) {
            // ok: java-open-redirect
            response.sendRedirect(request.getParameter("to"));
        }
        // ruleid: java-open-redirect
        response.sendRedirect(request.getParameter("to"));
    }
}
