public class Startup
{
    public void Configure(IApplicationBuilder app)
    {
        // ruleid: csharp-developer-exception-page
        app.UseDeveloperExceptionPage();
        app.UseRouting();
    }

    public void Safe(IApplicationBuilder app, IWebHostEnvironment environment)
    {
        if (environment.IsDevelopment())
        {
            // ok: csharp-developer-exception-page
            app.UseDeveloperExceptionPage();
        }
        else
        {
            app.UseExceptionHandler("/error");
        }
        if (environment.IsDevelopment())
            // ok: csharp-developer-exception-page
            app.UseDeveloperExceptionPage();
        if (!environment.IsDevelopment())
        {
            app.UseHsts();
        }
        else
        {
            // ok: csharp-developer-exception-page
            app.UseDeveloperExceptionPage();
        }
    }

    public void Wrong(IApplicationBuilder app, IWebHostEnvironment environment)
    {
        if (!environment.IsDevelopment())
        {
            // ruleid: csharp-developer-exception-page
            app.UseDeveloperExceptionPage();
        }
    }
}
