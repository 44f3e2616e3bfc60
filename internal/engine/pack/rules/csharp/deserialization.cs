using System.Runtime.Serialization.Formatters.Binary;
using System.Web.UI;
using Microsoft.AspNetCore.Mvc;

public class ImportController : ControllerBase
{
    [HttpPost]
    public IActionResult Import([FromBody] string data)
    {
        var formatter = new BinaryFormatter();
        using var stream = new MemoryStream(Convert.FromBase64String(data));
        // ruleid: csharp-deserialization
        var order = (Order)formatter.Deserialize(stream);
        // ruleid: csharp-deserialization
        var state = new LosFormatter().Deserialize(data);
        // ruleid: csharp-deserialization
        var other = new NetDataContractSerializer().ReadObject(Request.Body);
        var serializer = new JavaScriptSerializer(new SimpleTypeResolver());
        // ruleid: csharp-deserialization
        var third = serializer.DeserializeObject(data);
        // ruleid: csharp-deserialization
        var fourth = new XmlSerializer(Type.GetType(Request.Query["type"]));
        // ok: csharp-deserialization
        var safe = JsonSerializer.Deserialize<Order>(data);
        var plain = new JavaScriptSerializer();
        // ok: csharp-deserialization
        var fifth = plain.Deserialize<Order>(data);
        // ok: csharp-deserialization
        var sixth = new XmlSerializer(typeof(Order)).Deserialize(stream);
        return Ok();
    }

    [HttpPost]
    public IActionResult Upload(IFormFile file)
    {
        BinaryFormatter formatter = new BinaryFormatter();
        // ruleid: csharp-deserialization
        var order = formatter.Deserialize(file.OpenReadStream());
        using var own = System.IO.File.OpenRead("state.bin");
        // ok: csharp-deserialization
        var state = formatter.Deserialize(own);
        return Ok();
    }
}
