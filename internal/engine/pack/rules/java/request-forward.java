import javax.servlet.http.*;

class Front extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        // ruleid: java-request-forward
        request.getRequestDispatcher("/WEB-INF/" + request.getParameter("page")).forward(request, response);
        // ok: java-request-forward
        request.getRequestDispatcher("/WEB-INF/home.jsp").forward(request, response);
    }
}
