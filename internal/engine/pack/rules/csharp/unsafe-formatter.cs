using System.Runtime.Serialization.Formatters.Binary;

public class Store
{
    private readonly BinaryFormatter _formatter = new BinaryFormatter();

    public object Load(Stream stream, string text)
    {
        // ruleid: csharp-unsafe-formatter
        var a = new BinaryFormatter().Deserialize(stream);
        // ruleid: csharp-unsafe-formatter
        var b = _formatter.Deserialize(stream);
        var los = new LosFormatter();
        // ruleid: csharp-unsafe-formatter
        var c = los.Deserialize(text);
        // ruleid: csharp-unsafe-formatter
        var d = new NetDataContractSerializer().ReadObject(stream);
        // ruleid: csharp-unsafe-formatter
        var script = new JavaScriptSerializer(new SimpleTypeResolver());
        // ok: csharp-unsafe-formatter
        var plain = new JavaScriptSerializer();
        // ok: csharp-unsafe-formatter
        var e = new XmlSerializer(typeof(Order)).Deserialize(stream);
        // ok: csharp-unsafe-formatter
        var f = new DataContractSerializer(typeof(Order)).ReadObject(stream);
        return JsonSerializer.Deserialize<Order>(text);
    }
}
