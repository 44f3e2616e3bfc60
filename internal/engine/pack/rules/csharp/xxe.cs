using System.Xml;

public class Documents
{
    public void Load(Stream stream)
    {
        var document = new XmlDocument();
        // ruleid: csharp-xxe
        document.XmlResolver = new XmlUrlResolver();
        document.Load(stream);
    }

    public void Read(Stream stream)
    {
        var settings = new XmlReaderSettings();
        // ruleid: csharp-xxe
        settings.DtdProcessing = DtdProcessing.Parse;
        using var reader = XmlReader.Create(stream, settings);
    }

    public void Both(Stream stream)
    {
        // ruleid: csharp-xxe
        var reader = XmlReader.Create(stream, new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse });
    }

    public void Safe(Stream stream)
    {
        var document = new XmlDocument();
        // ok: csharp-xxe
        document.XmlResolver = null;
        // ok: csharp-xxe
        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit };
        document.Load(XmlReader.Create(stream, settings));
    }

    public void WithoutFetching(Stream stream)
    {
        // ok: csharp-xxe
        var settings = new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse, XmlResolver = null };
        using var reader = XmlReader.Create(stream, settings);
    }
}
