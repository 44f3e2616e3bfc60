using System.IO;
using Microsoft.AspNetCore.Mvc;

public class FilesController : Controller
{
    private readonly string _folder = "/srv/files";

    public IActionResult Get(string name, int id, Guid key)
    {
        // ruleid: csharp-path-traversal
        var text = System.IO.File.ReadAllText("/srv/files/" + name);
        var path = Path.Combine(_folder, name);
        // ruleid: csharp-path-traversal
        using var stream = new FileStream(path, FileMode.Open);
        // ruleid: csharp-path-traversal
        using var reader = new StreamReader(path);
        // ruleid: csharp-path-traversal
        var list = Directory.GetFiles(Path.Combine(_folder, name));
        // ruleid: csharp-path-traversal
        return PhysicalFile(path, "application/octet-stream");
    }

    public IActionResult Safe(string name, int id, Guid key)
    {
        // ok: csharp-path-traversal
        var a = System.IO.File.ReadAllText(Path.Combine(_folder, Path.GetFileName(name)));
        // ok: csharp-path-traversal
        var b = System.IO.File.ReadAllText(Path.Combine(_folder, id + ".txt"));
        // ok: csharp-path-traversal
        return PhysicalFile(Path.Combine(_folder, key.ToString()), "text/plain");
    }

    public IActionResult Checked(string name)
    {
        var path = Path.GetFullPath(Path.Combine(_folder, name));
        if (!path.StartsWith(_folder + "/"))
        {
            return BadRequest();
        }
        // ok: csharp-path-traversal
        return PhysicalFile(path, "text/plain");
    }

    [HttpPost]
    public async Task<IActionResult> Upload(IFormFile file)
    {
        // ruleid: csharp-path-traversal
        using (var target = new FileStream(Path.Combine(_folder, file.FileName), FileMode.Create))
        {
            await file.CopyToAsync(target);
        }
        // ok: csharp-path-traversal
        using (var target = System.IO.File.Create(Path.Combine(_folder, Path.GetRandomFileName())))
        {
            await file.CopyToAsync(target);
        }
        // ok: csharp-path-traversal
        using var reader = new StreamReader(Request.Body);
        // ok: csharp-path-traversal
        using var content = new StreamReader(file.OpenReadStream());
        return Ok();
    }
}

public partial class Download : System.Web.UI.Page
{
    protected void Page_Load(object sender, EventArgs e)
    {
        string file = Request.QueryString["file"];
        // ruleid: csharp-path-traversal
        Response.TransmitFile(Server.MapPath("~/files/" + file));
        // ruleid: csharp-path-traversal
        File.Delete(file);
        // ruleid: csharp-path-traversal
        FileUpload1.SaveAs(Server.MapPath("~/files/") + FileUpload1.FileName);
        // ok: csharp-path-traversal
        Response.TransmitFile(Server.MapPath("~/files/" + Path.GetFileName(file)));
    }
}

public class ExportController : Controller
{
    public IActionResult Files(string extension)
    {
        if (!Regex.IsMatch(extension, Parser.SupportedExtensions))
        {
            return BadRequest();
        }
        // ok: csharp-path-traversal
        return PhysicalFile("/data/files_" + extension + ".csv", "text/csv");
    }
}

public class ArchiveController : Controller
{
    private string Inside(string name)
    {
        var full = Path.GetFullPath(Path.Combine(_root, name));
        if (!full.StartsWith(_root + Path.DirectorySeparatorChar))
        {
            throw new ArgumentException("name");
        }
        return full;
    }

    private string Anywhere(string name)
    {
        return Path.GetFullPath(Path.Combine(_root, name));
    }

    public IActionResult Read(string name)
    {
        var inside = Inside(name);
        // ok: csharp-path-traversal
        var text = System.IO.File.ReadAllText(inside);
        var anywhere = Anywhere(name);
        // ruleid: csharp-path-traversal
        return Content(text + System.IO.File.ReadAllText(anywhere));
    }
}
