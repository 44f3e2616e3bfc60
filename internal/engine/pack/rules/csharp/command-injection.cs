using System.Diagnostics;
using Microsoft.AspNetCore.Mvc;

public class ToolsController : ControllerBase
{
    [HttpGet]
    public IActionResult Ping(string host, int count)
    {
        // ruleid: csharp-command-injection
        Process.Start("cmd.exe", "/c ping " + host);
        // ruleid: csharp-command-injection
        var info = new ProcessStartInfo("ping", host);
        // ruleid: csharp-command-injection
        Process.Start(new ProcessStartInfo { FileName = "/bin/sh", Arguments = $"-c \"ping {host}\"" });
        var process = new Process();
        process.StartInfo.FileName = "ping";
        // ruleid: csharp-command-injection
        process.StartInfo.Arguments = "-c 1 " + host;
        // ok: csharp-command-injection
        process.StartInfo.Arguments = "-c " + count + " localhost";
        var start = new ProcessStartInfo();
        // ruleid: csharp-command-injection
        start.FileName = Request.Query["tool"];
        // ok: csharp-command-injection
        Process.Start("ping", "localhost");
        var safe = new ProcessStartInfo("ping");
        // ok: csharp-command-injection
        safe.ArgumentList.Add(host);
        var shell = new ProcessStartInfo("/bin/sh");
        shell.ArgumentList.Add("-c");
        // ruleid: csharp-command-injection
        shell.ArgumentList.Add("ping " + host);
        if (!Regex.IsMatch(host, "^[a-z0-9.]+$"))
        {
            return BadRequest();
        }
        // ok: csharp-command-injection
        Process.Start("ping", host);
        return Ok();
    }

    [HttpPost]
    public IActionResult Run([FromBody] Job job)
    {
        using var shell = PowerShell.Create();
        // ruleid: csharp-command-injection
        shell.AddScript("Get-Item " + job.Name);
        // ok: csharp-command-injection
        shell.AddCommand("Get-Item").AddParameter("Path", job.Name);
        // ruleid: csharp-command-injection
        var process = new Process { StartInfo = new ProcessStartInfo { FileName = job.Program, UseShellExecute = true } };
        // ok: csharp-command-injection
        var fixedOne = new Process { StartInfo = new ProcessStartInfo { FileName = "git", Arguments = "status" } };
        return Ok();
    }
}
