import java.util.Properties;

class Tools {
    void list(Properties settings) throws Exception {
        String folder = settings.getProperty("folder");
        // ruleid: java-command-from-program-input
        Runtime.getRuntime().exec("ls " + folder);
        // ok: java-command-from-program-input
        new ProcessBuilder("ls", "--", folder).start();
    }

    void environment() throws Exception {
        // ruleid: java-command-from-program-input
        Runtime.getRuntime().exec("cmd.exe /c dir " + System.getenv("FOLDER"));
        // ok: java-command-from-program-input
        Runtime.getRuntime().exec("cmd.exe /c dir");
    }
}
