public class Startup
{
    public void Configure(IServiceCollection services, IHostEnvironment environment)
    {
        services.AddAuthentication().AddJwtBearer(options =>
        {
            // ruleid: csharp-https-metadata-off
            options.RequireHttpsMetadata = false;
        });
        services.AddAuthentication().AddJwtBearer(options =>
        {
            if (environment.IsDevelopment())
            {
                // ok: csharp-https-metadata-off
                options.RequireHttpsMetadata = false;
            }
            // ok: csharp-https-metadata-off
            options.RequireHttpsMetadata = true;
        });
    }
}
