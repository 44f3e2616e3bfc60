using System;
using System.Data.SqlClient;
using Microsoft.AspNetCore.Mvc;

class Links : Controller
{
    IActionResult Go(SqlDataReader reader)
    {
        string target = reader.GetString(0);
        // ruleid: csharp-stored-open-redirect
        return Redirect(target);
    }

    IActionResult Local(SqlDataReader reader)
    {
        // ok: csharp-stored-open-redirect
        return LocalRedirect(reader.GetString(0));
    }

    IActionResult Find(SqlDataReader reader)
    {
        // ok: csharp-stored-open-redirect
        return Redirect("/find?q=" + Uri.EscapeDataString(reader.GetString(0)));
    }
}
