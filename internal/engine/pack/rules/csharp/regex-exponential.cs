using System.Text.RegularExpressions;

public class Patterns
{
    private const string Words = "^([a-z]+)+$";

    public bool Check(string text)
    {
        // ruleid: csharp-regex-exponential
        var a = new Regex("^(a+)+$");
        // ruleid: csharp-regex-exponential
        var b = Regex.IsMatch(text, Words);
        // ok: csharp-regex-exponential
        var c = new Regex("^[a-z]+$");
        // ok: csharp-regex-exponential
        var d = new Regex("^(a+)+$", RegexOptions.NonBacktracking);
        // ok: csharp-regex-exponential
        var e = new Regex("^(a+)+$", RegexOptions.None, TimeSpan.FromSeconds(1));
        return a.IsMatch(text);
    }
}
