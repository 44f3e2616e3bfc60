using Microsoft.AspNetCore.Mvc; using Acme.Models; using Acme.Services;
namespace Acme.Controllers;
[ApiController, Route("items")]
public class ItemsController : ControllerBase {
  private readonly ItemService _items;
  public ItemsController(ItemService items) { _items = items; }
  [HttpGet] public IActionResult List(string name) => Ok(_items.ByName(name));
  [HttpPost("find")] public IActionResult Find([FromBody] ItemQuery q) => Ok(_items.Find(q));
  [HttpPost("limit")] public IActionResult Limit([FromBody] ItemQuery q) => Ok(_items.Limit(q));
  [HttpGet("sorted")] public IActionResult Sorted(string sort) { if (!Checks.IsColumn(sort)) return BadRequest(); return Ok(_items.Sorted(sort)); }
}
