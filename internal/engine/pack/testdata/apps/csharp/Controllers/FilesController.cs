using System.Diagnostics;
using System.IO;
using System.Net.Http;
using System.Runtime.Serialization.Formatters.Binary;
using System.Threading.Tasks;
using System.Xml;
using Microsoft.AspNetCore.Mvc;

namespace Harbour.Controllers
{
    [Route("files")]
    public class FilesController : Controller
    {
        private const string Folder = "/var/lib/harbour";
        private static readonly HttpClient Http = new HttpClient();

        [HttpGet("raw")]
        public IActionResult Raw([FromQuery] string name)
        {
            return File(System.IO.File.ReadAllBytes(Path.Combine(Folder, name)), "application/pdf"); // finds: csharp-path-traversal
        }

        [HttpGet("file")]
        public IActionResult Show([FromQuery] string name)
        {
            return File(System.IO.File.ReadAllBytes(Path.Combine(Folder, Path.GetFileName(name))), "application/pdf"); // safe: csharp-path-traversal
        }

        [HttpPost("print")]
        public IActionResult Print([FromForm] string printer)
        {
            Process.Start("/bin/sh", "-c \"lp -d " + printer + " /srv/list.pdf\""); // finds: csharp-command-injection
            return NoContent();
        }

        [HttpPost("copies")]
        public IActionResult Copies([FromForm] int copies)
        {
            Process.Start("/usr/bin/lp", "-n " + copies + " /srv/list.pdf"); // safe: csharp-command-injection
            return NoContent();
        }

        [HttpPost("fetch")]
        public async Task<IActionResult> Fetch([FromForm] string address)
        {
            var text = await Http.GetStringAsync(address); // finds: csharp-ssrf
            return Json(text.Length);
        }

        [HttpPost("weather")]
        public async Task<IActionResult> Weather([FromForm] string place)
        {
            var text = await Http.GetStringAsync("https://weather.example.org/" + System.Uri.EscapeDataString(place)); // safe: csharp-ssrf
            return Json(text.Length);
        }

        [HttpPost("restore")]
        public IActionResult Restore()
        {
            var formatter = new BinaryFormatter();
            return Json(formatter.Deserialize(Request.Body)); // finds: csharp-deserialization, csharp-unsafe-formatter
        }

        [HttpPost("read")]
        public async Task<IActionResult> Read()
        {
            return Json(await System.Text.Json.JsonSerializer.DeserializeAsync<string[]>(Request.Body)); // safe: csharp-deserialization
        }

        [HttpPost("invoice")]
        public IActionResult Invoice([FromForm] string xml)
        {
            var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit }; // safe: csharp-xxe
            using (var reader = XmlReader.Create(new StringReader(xml), settings))
            {
                return Json(reader.Read());
            }
        }
    }
}
