using Microsoft.AspNetCore.Mvc;
using Microsoft.CodeAnalysis.CSharp.Scripting;

public class CalculatorController : ControllerBase
{
    [HttpGet]
    public async Task<IActionResult> Evaluate(string expression, int number)
    {
        // ruleid: csharp-code-injection
        var a = await CSharpScript.EvaluateAsync<int>(expression);
        // ruleid: csharp-code-injection
        var tree = CSharpSyntaxTree.ParseText("class X { object Y() => " + expression + "; }");
        // ruleid: csharp-code-injection
        var c = Activator.CreateInstance(Type.GetType(expression));
        // ruleid: csharp-code-injection
        var d = new DataTable().Compute(expression, "");
        // ruleid: csharp-code-injection
        var e = Assembly.LoadFrom(Request.Query["plugin"]);
        // ok: csharp-code-injection
        var f = await CSharpScript.EvaluateAsync<int>("1 + " + number);
        // ok: csharp-code-injection
        var g = Activator.CreateInstance(typeof(CalculatorController));
        // ok: csharp-code-injection
        var h = await CSharpScript.EvaluateAsync<int>("1 + 1", globals: expression);
        return Ok(a);
    }
}
