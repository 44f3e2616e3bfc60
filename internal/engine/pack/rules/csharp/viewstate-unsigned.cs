public partial class Form : System.Web.UI.Page
{
    protected void Page_Init(object sender, EventArgs e)
    {
        // ruleid: csharp-viewstate-unsigned
        Page.EnableViewStateMac = false;
        // ruleid: csharp-viewstate-unsigned
        EnableViewStateMac = false;
        // ok: csharp-viewstate-unsigned
        Page.EnableViewStateMac = true;
    }
}
