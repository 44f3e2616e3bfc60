public class Startup
{
    public void Configure(IApplicationBuilder app, IWebHostEnvironment environment)
    {
        // ruleid: csharp-directory-listing
        app.UseDirectoryBrowser();
        // ruleid: csharp-directory-listing
        app.UseFileServer(enableDirectoryBrowsing: true);
        // ruleid: csharp-directory-listing
        app.UseFileServer(new FileServerOptions { RequestPath = "/files", EnableDirectoryBrowsing = true });
        // ok: csharp-directory-listing
        app.UseFileServer();
        // ok: csharp-directory-listing
        app.UseStaticFiles();
        if (environment.IsDevelopment())
        {
            // ok: csharp-directory-listing
            app.UseDirectoryBrowser("/files");
        }
    }
}
