class Network {
    public Process ping(String host) throws Exception {
        // ruleid: java-command-from-parameter
        return Runtime.getRuntime().exec("ping -c 1 " + host);
    }

    public Process shell(String host) throws Exception {
        String command = "ping -c 1 " + host;
        // ruleid: java-command-from-parameter
        return new ProcessBuilder("sh", "-c", command).start();
    }

    public Process apart(String host) throws Exception {
        // ok: java-command-from-parameter
        return new ProcessBuilder("ping", "-c", "1", host).start();
    }

    public Process counted(String count) throws Exception {
        // ok: java-command-from-parameter
        return Runtime.getRuntime().exec("ping -c " + Integer.parseInt(count) + " localhost");
    }
}
