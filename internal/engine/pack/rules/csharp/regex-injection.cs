using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Mvc;

public class SearchController : Controller
{
    public IActionResult Search(string pattern, string text)
    {
        // ruleid: csharp-regex-injection
        var a = new Regex(pattern);
        // ruleid: csharp-regex-injection
        var b = Regex.IsMatch(text, "^" + pattern + "$");
        // ruleid: csharp-regex-injection
        var c = Regex.Replace(text, Request.Query["p"], "");
        // ok: csharp-regex-injection
        var d = new Regex(Regex.Escape(pattern));
        // ok: csharp-regex-injection
        var e = new Regex(pattern, RegexOptions.None, TimeSpan.FromSeconds(1));
        // ok: csharp-regex-injection
        var f = new Regex(pattern, RegexOptions.NonBacktracking);
        // ok: csharp-regex-injection
        return Ok(Regex.IsMatch(text, "^[a-z]+$"));
    }
}
