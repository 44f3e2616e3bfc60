using System; using System.Collections.Generic; using System.Diagnostics; using System.Linq; using System.Threading.Tasks; using Microsoft.AspNetCore.Mvc;
public class AController : Controller {
  static string last; string D => Request.Query["a"];
  Process Run(string s) => Process.Start("sh", "-c " + s); // finds: csharp-command-injection
  public void C1(string a) { if (Process.Start("sh", "-c " + a) != null) return; } // finds: csharp-command-injection
  public void C2(string a) { using (var p = Process.Start("sh", "-c " + a)) { } } // finds: csharp-command-injection
  public void C3(string a) { var x = a is { Length: > 1 } ? Process.Start("sh", "-c " + a) : null; } // finds: csharp-command-injection
  public void C4(string a) { string b = null; b ??= a; Process.Start("sh", "-c " + b); } // finds: csharp-command-injection
  public void C5(string a) { var (x, y) = (a, 1); Process.Start("sh", "-c " + x); } // finds: csharp-command-injection
  public void C6(string a) { void Local() { Process.Start("sh", "-c " + a); } Local(); } // finds: csharp-command-injection
  public void C7(string a) { var q = from s in new[] { a } select "-c " + s; Process.Start("sh", q.First()); } // finds: csharp-command-injection
  public void C8(string a) { Get(a, out var b); Process.Start("sh", "-c " + b); } // finds: csharp-command-injection
  void Get(string a, out string b) { b = a; }
  public void C9(string a) { lock (this) { Process.Start("sh", "-c " + a); } } // finds: csharp-command-injection
  public void C10(string a) { try { } finally { Process.Start("sh", "-c " + a); } } // finds: csharp-command-injection
  public void C11(string a) { foreach (var s in Items(a)) Process.Start("sh", "-c " + s); } // finds: csharp-command-injection
  IEnumerable<string> Items(string a) { yield return a; }
  public async Task C12(string a) { await Task.Run(() => Process.Start("sh", "-c " + a)); } // finds: csharp-command-injection
  public void C13(string a) { object o = a; if (o is string s) Process.Start("sh", "-c " + s); } // finds: csharp-command-injection
  public void C14(string a) { last = a; Process.Start("sh", last); } // finds: csharp-command-injection
  public void C15(string a) => Process.Start("sh", $"-c {a}"); // finds: csharp-command-injection
  public void C16() { Process.Start("sh", "-c " + D); } // finds: csharp-command-injection
  public void C17(string a) { var d = new Dictionary<string, string> { ["k"] = a }; Process.Start("sh", d["k"]); } // finds: csharp-command-injection
  public void C18(string a) { Run(a); }
  public void C19(string a) { Action<string> f = s => Process.Start("sh", s); f(a); } // finds: csharp-command-injection
  public void C20(string a) { var o = new { Name = a }; Process.Start("sh", o.Name); } // finds: csharp-command-injection
  public void C21(string a) { var r = new Rec(a); Process.Start("sh", r.Name); } // finds: csharp-command-injection
  public void C22(string a) { Process.Start("sh", @"-c " + a?.Trim()); } // finds: csharp-command-injection
  public void C23(string a) { var s = string.Concat("-c ", a); Process.Start("sh", s); } // finds: csharp-command-injection
  record Rec(string Name);
}
