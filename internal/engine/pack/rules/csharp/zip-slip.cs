using System.IO;
using System.IO.Compression;

public class Archives
{
    public void Extract(ZipArchive archive, string folder)
    {
        foreach (var entry in archive.Entries)
        {
            // ruleid: csharp-zip-slip
            entry.ExtractToFile(Path.Combine(folder, entry.FullName));
            // ok: csharp-zip-slip
            entry.ExtractToFile(Path.Combine(folder, Path.GetFileName(entry.FullName)));
        }
        foreach (ZipArchiveEntry entry in archive.Entries)
        {
            string target = folder + "/" + entry.FullName;
            // ruleid: csharp-zip-slip
            using var file = File.Create(target);
        }
    }

    public void Checked(ZipArchive archive, string folder)
    {
        foreach (ZipArchiveEntry entry in archive.Entries)
        {
            var path = Path.GetFullPath(Path.Combine(folder, entry.FullName));
            if (!path.StartsWith(folder + "/", StringComparison.Ordinal))
            {
                throw new IOException("outside");
            }
            // ok: csharp-zip-slip
            entry.ExtractToFile(path);
        }
        // ok: csharp-zip-slip
        archive.ExtractToDirectory(folder);
    }
}
