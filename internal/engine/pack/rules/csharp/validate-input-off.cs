using System.Web.Mvc;

public class PostsController : Controller
{
    // ruleid: csharp-validate-input-off
    [HttpPost, ValidateInput(false)]
    public ActionResult Create(Post post)
    {
        return View();
    }

    // ruleid: csharp-validate-input-off
    [HttpPost]
    [ValidateInput(false)]
    public ActionResult Edit(Post post)
    {
        return View();
    }

    // ok: csharp-validate-input-off
    [HttpPost]
    [ValidateInput(true)]
    public ActionResult Safe(Post post)
    {
        return View();
    }
}
