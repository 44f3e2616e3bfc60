import java.util.*;
import javax.servlet.http.*;
import org.springframework.web.bind.annotation.*;

class Ping extends HttpServlet {
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        String host = request.getParameter("host");
        // ruleid: java-command-injection
        Runtime.getRuntime().exec("ping -c 1 " + host);
        Runtime r = Runtime.getRuntime();
        String[] args = {"sh", "-c", "ping " + host};
        // ruleid: java-command-injection
        r.exec(args);
        // ok: java-command-injection
        r.exec("ping -c 1 localhost");
        // ok: java-command-injection
        r.exec("ping -c " + Integer.parseInt(request.getParameter("count")) + " localhost");
    }

    @PostMapping("/run")
    void run(@RequestBody String line) throws Exception {
        List<String> list = new ArrayList<>();
        list.add("bash");
        list.add("-c");
        list.add(line);
        // ruleid: java-command-injection
        ProcessBuilder b = new ProcessBuilder(list);
        ProcessBuilder c = new ProcessBuilder();
        // ruleid: java-command-injection
        c.command("bash", "-c", line);
        // ok: java-command-injection
        new ProcessBuilder("ls", "-l").start();
        // ok: java-command-injection
        new ProcessBuilder("convert", "--", line, "out.png").start();
        // ok: java-command-injection
        Runtime.getRuntime().exec(new String[] {"/usr/bin/convert", line});
        // ruleid: java-command-injection
        new ProcessBuilder("/bin/bash", "-c", "convert " + line).start();
        // ruleid: java-command-injection
        Runtime.getRuntime().exec(new String[] {"cmd.exe", "/c", line});
        // ruleid: java-command-injection
        new ProcessBuilder(line, "-l").start();
    }
}
