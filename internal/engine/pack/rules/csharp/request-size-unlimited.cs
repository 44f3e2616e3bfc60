using Microsoft.AspNetCore.Mvc;

public class UploadController : ControllerBase
{
    // ruleid: csharp-request-size-unlimited
    [HttpPost]
    [DisableRequestSizeLimit]
    public IActionResult Upload(IFormFile file)
    {
        return Ok();
    }

    // ok: csharp-request-size-unlimited
    [HttpPost]
    [RequestSizeLimit(100_000_000)]
    public IActionResult Limited(IFormFile file)
    {
        return Ok();
    }

    public void Configure(KestrelServerOptions options)
    {
        // ruleid: csharp-request-size-unlimited
        options.Limits.MaxRequestBodySize = null;
        // ok: csharp-request-size-unlimited
        options.Limits.MaxRequestBodySize = 50 * 1024 * 1024;
    }
}
