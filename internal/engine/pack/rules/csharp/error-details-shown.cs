using Microsoft.AspNetCore.Mvc;

public class OrdersController : ControllerBase
{
    public IActionResult Save(Order order)
    {
        try
        {
            store.Save(order);
        }
        catch (Exception ex)
        {
            logger.LogError(ex.ToString());
            // ruleid: csharp-error-details-shown
            return StatusCode(500, ex.ToString());
        }
        return Ok();
    }

    public async Task Other(Order order)
    {
        try
        {
            store.Save(order);
        }
        catch (IOException e)
        {
            // ruleid: csharp-error-details-shown
            await Response.WriteAsync("failed: " + e.StackTrace);
            // ok: csharp-error-details-shown
            await Response.WriteAsync("failed");
        }
    }

    public IActionResult Safe(Order order)
    {
        try
        {
            store.Save(order);
        }
        catch (Exception ex)
        {
            logger.LogError(ex, "cannot save");
            // ok: csharp-error-details-shown
            return StatusCode(500, "cannot save");
        }
        return Ok();
    }
}
