using System;
using System.Diagnostics;

class Jobs
{
    void Run()
    {
        string folder = Environment.GetEnvironmentVariable("FOLDER");
        // ruleid: csharp-stored-command-injection
        Process.Start("cmd.exe", "/c dir " + folder);
        var info = new ProcessStartInfo("ls");
        // ok: csharp-stored-command-injection
        info.ArgumentList.Add(folder);
        // ok: csharp-stored-command-injection
        Process.Start("cmd.exe", "/c dir");
    }
}
