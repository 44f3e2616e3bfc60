using MongoDB.Bson;
using MongoDB.Driver;
using Microsoft.AspNetCore.Mvc;

public class UsersController : Controller
{
    private readonly IMongoCollection<User> _users;

    public IActionResult Find(string name, int age)
    {
        // ruleid: csharp-nosql-injection
        var a = _users.Find(BsonDocument.Parse("{ name: '" + name + "' }"));
        // ruleid: csharp-nosql-injection
        var b = _users.Find(new BsonDocument("$where", "this.name == '" + name + "'"));
        // ruleid: csharp-nosql-injection
        var c = _users.Find(new JsonFilterDefinition<User>($"{{ name: '{name}' }}"));
        // ok: csharp-nosql-injection
        var d = _users.Find(Builders<User>.Filter.Eq(u => u.Name, name));
        // ok: csharp-nosql-injection
        var e = _users.Find(new BsonDocument("name", name));
        // ok: csharp-nosql-injection
        var f = _users.Find(BsonDocument.Parse("{ age: " + age + " }"));
        return Ok();
    }
}
