using System.Collections.Generic;
using System.Net;
using Harbour.Data;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Data.SqlClient;

namespace Harbour.Controllers
{
    [ApiController]
    [Route("berths")]
    public class BerthsController : Controller
    {
        private static readonly Dictionary<string, string> Orders = new() { ["name"] = "name", ["age"] = "built DESC" };

        private readonly BerthStore store;
        private readonly SqlConnection connection;

        public BerthsController(BerthStore store, SqlConnection connection)
        {
            this.store = store;
            this.connection = connection;
        }

        [HttpGet]
        public IActionResult Find([FromQuery] string place)
        {
            return Json(store.OfPlace(place));
        }

        [HttpGet("named")]
        public IActionResult Named([FromQuery] string name)
        {
            var command = new SqlCommand("SELECT id FROM berths WHERE name = '" + name + "'", connection); // finds: csharp-sql-injection
            return Json(command.ExecuteScalar());
        }

        [HttpGet("{id:int}")]
        public IActionResult One(int id)
        {
            var command = new SqlCommand("SELECT name FROM berths WHERE id = " + id, connection); // safe: csharp-sql-injection
            return Json(command.ExecuteScalar());
        }

        [HttpGet("sorted")]
        public IActionResult Sorted([FromQuery] string by)
        {
            if (!Orders.TryGetValue(by, out var order))
            {
                return BadRequest();
            }
            var command = new SqlCommand("SELECT name FROM berths ORDER BY " + order, connection); // safe: csharp-sql-injection
            return Json(command.ExecuteScalar());
        }

        [HttpGet("hello")]
        public IActionResult Hello([FromQuery] string name)
        {
            return Content("<h1>Hello " + name + "</h1>", "text/html"); // finds: csharp-xss
        }

        [HttpGet("welcome")]
        public IActionResult Welcome([FromQuery] string name)
        {
            return Content("<h1>Welcome " + WebUtility.HtmlEncode(name) + "</h1>", "text/html"); // safe: csharp-xss
        }

        [HttpGet("leave")]
        public IActionResult Leave([FromQuery] string to)
        {
            return Redirect(to); // finds: csharp-open-redirect
        }

        [HttpGet("home")]
        public IActionResult Home([FromQuery] string to)
        {
            return LocalRedirect(to); // safe: csharp-open-redirect
        }
    }
}
