using Newtonsoft.Json;

public class Reader
{
    // ruleid: csharp-json-type-names
    private static readonly JsonSerializerSettings Settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All };

    public object Read(string text)
    {
        var settings = new JsonSerializerSettings();
        // ruleid: csharp-json-type-names
        settings.TypeNameHandling = TypeNameHandling.Auto;
        return JsonConvert.DeserializeObject(text, settings);
    }

    public object Safe(string text)
    {
        // ok: csharp-json-type-names
        var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.None };
        return JsonConvert.DeserializeObject<Order>(text, settings);
    }

    public object Bound(string text)
    {
        // ok: csharp-json-type-names
        var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.Objects, SerializationBinder = new KnownTypes() };
        return JsonConvert.DeserializeObject(text, settings);
    }

    public string Write(object value)
    {
        // ok: csharp-json-type-names
        return JsonConvert.SerializeObject(value, new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All });
    }
}
