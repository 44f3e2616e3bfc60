import java.sql.Connection;
import java.util.Map;
import javax.servlet.http.*;

class Years {
    private static final Map<String, String> CATALOGS = Map.of("2025", "orders_2025", "2026", "orders_2026");

    void open(HttpServletRequest request, Connection connection) throws Exception {
        // ruleid: java-setting-injection
        connection.setCatalog(request.getParameter("catalog"));
        // ok: java-setting-injection
        connection.setCatalog(CATALOGS.get(request.getParameter("year")));
    }

    void proxy(HttpServletRequest request) {
        // ruleid: java-setting-injection
        System.setProperty("http.proxyHost", request.getParameter("proxy"));
        // ok: java-setting-injection
        System.setProperty("http.proxyHost", "proxy.internal");
    }
}
