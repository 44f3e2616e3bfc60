package org.example.fleet.service;

import java.io.IOException;
import org.springframework.stereotype.Service;

@Service
public class ReportService {
    /** The month comes from a form, see FileController. */
    public void make(String month) throws IOException {
        new ProcessBuilder("sh", "-c", "make-report --month " + month).start(); // finds: java-command-injection
    }

    public void makeAll() throws IOException {
        new ProcessBuilder("make-report", "--all").start(); // safe: java-command-injection
    }
}
