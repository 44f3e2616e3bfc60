using System.Net;
using System.Net.Http;
using Microsoft.AspNetCore.Mvc;

public class ProxyController : ControllerBase
{
    private readonly HttpClient _client;
    private readonly IHttpClientFactory _factory;

    [HttpGet]
    public async Task<IActionResult> Get(string url, string id, int number)
    {
        // ruleid: csharp-ssrf
        var a = await _client.GetAsync(url);
        // ruleid: csharp-ssrf
        var b = await _client.GetStringAsync("https://" + url + "/status");
        // ruleid: csharp-ssrf
        var c = WebRequest.Create(url);
        // ruleid: csharp-ssrf
        var d = new WebClient().DownloadString(new Uri(url));
        // ruleid: csharp-ssrf
        var message = new HttpRequestMessage(HttpMethod.Get, url);
        // ruleid: csharp-ssrf
        var e = await _factory.CreateClient().GetAsync($"{url}/api");
        using var client = new HttpClient();
        // ruleid: csharp-ssrf
        client.BaseAddress = new Uri(Request.Headers["X-Target"]);
        // ok: csharp-ssrf
        var f = await _client.GetAsync("https://api.example.com/items/" + id);
        // ok: csharp-ssrf
        var g = await _client.GetAsync($"https://api.example.com/items/{id}");
        // ok: csharp-ssrf
        var h = await _client.GetAsync($"/items/{id}");
        var path = $"/items/{id}?n={number}";
        // ok: csharp-ssrf
        var j = await _client.GetAsync(path);
        // ok: csharp-ssrf
        var i = await _client.PostAsync("https://api.example.com/items", new StringContent(id));
        // ok: csharp-ssrf
        return Ok(await _client.GetAsync("https://" + AllowedHosts[number]));
    }

    [HttpPost]
    public async Task<IActionResult> Hook([FromBody] Hook hook)
    {
        // ruleid: csharp-ssrf
        await _client.PostAsync(hook.Url, new StringContent("{}"));
        if (!AllowedUrls.Contains(hook.Url))
        {
            return BadRequest();
        }
        // ok: csharp-ssrf
        await _client.PostAsync(hook.Url, new StringContent("{}"));
        return Ok();
    }
}

public class HelpController : Controller
{
    public async Task<IActionResult> Get(string baseUrl)
    {
        if (IsAllowedUrl(baseUrl) is false)
        {
            return BadRequest();
        }
        // ok: csharp-ssrf
        return Ok(await _client.GetStringAsync(baseUrl + "/help"));
    }
}

public class InvoiceController : Controller
{
    public async Task<IActionResult> Pay(string id, string address)
    {
        var path = Url.Action("Callback", "Invoice", new { invoice = id });
        // ok: csharp-ssrf
        await _client.GetAsync(Request.GetAbsoluteUri(path));
        // ruleid: csharp-ssrf
        return Ok(await _client.GetStringAsync(Absolute(address)));
    }
}
