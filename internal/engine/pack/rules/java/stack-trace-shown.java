import javax.servlet.http.HttpServletResponse;

class Errors {
    void answer(HttpServletResponse response, Exception e) throws Exception {
        // ruleid: java-stack-trace-shown
        e.printStackTrace(response.getWriter());
        // ok: java-stack-trace-shown
        e.printStackTrace();
        // ok: java-stack-trace-shown
        response.sendError(500);
    }
}
