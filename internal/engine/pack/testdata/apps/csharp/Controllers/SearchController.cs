using Harbour.Services;
using Microsoft.AspNetCore.Mvc;

namespace Harbour.Controllers
{
    [ApiController]
    [Route("search")]
    public class SearchController : Controller
    {
        private readonly IBerthSearch search;

        public SearchController(IBerthSearch search)
        {
            this.search = search;
        }

        [HttpGet("ordered")]
        public IActionResult Ordered([FromQuery] string column)
        {
            return Json(search.OrderedBy(column));
        }

        [HttpGet("near")]
        public IActionResult Near([FromQuery] string place, [FromQuery] string column)
        {
            return Json(search.Near(place, column));
        }
    }
}
