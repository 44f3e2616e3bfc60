using System.Diagnostics;

public class Tools
{
    public void Ping(string host, int count)
    {
        // ruleid: csharp-command-from-parameter
        Process.Start("cmd.exe", "/c ping " + host);
        // ruleid: csharp-command-from-parameter
        var info = new ProcessStartInfo("/bin/bash", $"-c \"ping {host}\"");
        // ruleid: csharp-command-from-parameter
        var other = new ProcessStartInfo { FileName = "/bin/sh", Arguments = "-c 'ping " + host + "'", UseShellExecute = false };
        var process = new Process();
        process.StartInfo.FileName = "powershell";
        // ruleid: csharp-command-from-parameter
        process.StartInfo.Arguments = "Test-Connection " + host;
        // ok: csharp-command-from-parameter
        Process.Start("cmd.exe", "/c ping -n " + count + " localhost");
        // ok: csharp-command-from-parameter
        Process.Start("ping", "-c 1 " + host);
        // ok: csharp-command-from-parameter
        Process.Start("cmd.exe", "/c dir");
    }
}
