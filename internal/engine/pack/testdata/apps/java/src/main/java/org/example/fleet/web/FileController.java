package org.example.fleet.web;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.apache.commons.io.FilenameUtils;
import org.example.fleet.service.ReportService;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

@Controller
public class FileController {
    private static final Path FOLDER = Paths.get("/var/lib/fleet");

    private final ReportService reports;

    public FileController(ReportService reports) {
        this.reports = reports;
    }

    @GetMapping("/raw")
    @ResponseBody
    public byte[] raw(@RequestParam String name) throws IOException {
        return Files.readAllBytes(Paths.get("/var/lib/fleet", name)); // finds: java-path-traversal
    }

    @GetMapping("/file")
    @ResponseBody
    public byte[] file(@RequestParam String name) throws IOException {
        File file = new File("/var/lib/fleet", FilenameUtils.getName(name)); // safe: java-path-traversal
        return Files.readAllBytes(file.toPath());
    }

    @GetMapping("/document")
    @ResponseBody
    public byte[] document(@RequestParam String name) throws IOException {
        Path path = FOLDER.resolve(name).normalize();
        if (!path.startsWith(FOLDER)) {
            throw new IOException("outside of the folder");
        }
        return Files.readAllBytes(path); // safe: java-path-traversal
    }

    @GetMapping("/leave")
    public String leave(@RequestParam String to) {
        return "redirect:" + to; // finds: java-open-redirect
    }

    @GetMapping("/done")
    public String done(@RequestParam int car) {
        return "redirect:/cars/" + car; // safe: java-open-redirect
    }

    @PostMapping("/report")
    @ResponseBody
    public String report(@RequestParam String month) throws IOException {
        reports.make(month);
        return "made";
    }

    @PostMapping("/print")
    @ResponseBody
    public String print(@RequestParam String printer) throws IOException {
        Runtime.getRuntime().exec(new String[] {"sh", "-c", "lp -d " + printer + " /srv/report.pdf"}); // finds: java-command-injection
        return "printed";
    }

    @PostMapping("/copies")
    @ResponseBody
    public String copies(@RequestParam String count) throws IOException {
        Runtime.getRuntime().exec(new String[] {"lp", "-n", String.valueOf(Integer.parseInt(count)), "/srv/report.pdf"}); // safe: java-command-injection
        return "printed";
    }
}
