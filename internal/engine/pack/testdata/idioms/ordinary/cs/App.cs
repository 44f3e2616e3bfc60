using System.Data; using System.Security.Cryptography; using System.Text; using System.Xml; using Dapper; using Microsoft.AspNetCore.Authorization; using Microsoft.AspNetCore.Identity; using Microsoft.AspNetCore.Mvc; using Microsoft.Data.SqlClient; using Microsoft.Extensions.Logging;
namespace App;
[ApiController, Route("api/items"), Authorize]
public class ItemsController(IDbConnection db, ILogger<ItemsController> log, IHttpClientFactory http) : ControllerBase {
  [HttpGet] public async Task<IActionResult> List([FromQuery] string? q, [FromQuery] int limit = 20) {
    log.LogInformation("search with limit {Limit}", limit);
    return Ok(await db.QueryAsync("select id, name from items where name like @q order by id offset 0 rows fetch next @limit rows only", new { q = $"%{q}%", limit = Math.Min(limit, 100) }));
  }
  [HttpGet("{id:int}")] public async Task<IActionResult> One(int id) => await db.QuerySingleOrDefaultAsync("select * from items where id = @id", new { id }) is { } item ? Ok(item) : NotFound();
  [HttpPost("upload"), RequestSizeLimit(1 << 20)] public async Task<IActionResult> Upload(IFormFile file) {
    var name = Guid.NewGuid().ToString("N") + ".bin";
    await using var s = System.IO.File.Create(Path.Combine("/srv/uploads", name)); await file.CopyToAsync(s);
    return CreatedAtAction(nameof(One), new { id = 1 }, new { name });
  }
  [HttpGet("feed")] public async Task<IActionResult> Feed() => Content(await http.CreateClient("feeds").GetStringAsync("all"), "application/json");
}
public static class Crypto {
  public static string Etag(byte[] b) => Convert.ToHexString(SHA256.HashData(b));
  public static byte[] Token() => RandomNumberGenerator.GetBytes(32);
  public static int Jitter() => Random.Shared.Next(1000);
  public static byte[] Seal(byte[] key, byte[] text) {
    var nonce = RandomNumberGenerator.GetBytes(12); var tag = new byte[16]; var sealed_ = new byte[text.Length];
    using var aes = new AesGcm(key, 16); aes.Encrypt(nonce, text, sealed_, tag); return nonce.Concat(sealed_).Concat(tag).ToArray();
  }
  public static string Hash(string password, byte[] salt) => Convert.ToBase64String(Rfc2898DeriveBytes.Pbkdf2(password, salt, 600_000, HashAlgorithmName.SHA256, 32));
  public static bool Same(byte[] a, byte[] b) => CryptographicOperations.FixedTimeEquals(a, b);
  public static XmlDocument Parse(Stream s) { var d = new XmlDocument { XmlResolver = null }; using var r = XmlReader.Create(s, new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit }); d.Load(r); return d; }
}
public static class Startup {
  public static void Main(string[] args) {
    var b = WebApplication.CreateBuilder(args);
    b.Services.AddControllers(); b.Services.AddAntiforgery(); b.Services.AddHsts(o => o.MaxAge = TimeSpan.FromDays(365));
    b.Services.AddCors(o => o.AddDefaultPolicy(p => p.WithOrigins("https://app.example.com").AllowCredentials().AllowAnyHeader()));
    b.Services.AddAuthentication("Bearer").AddJwtBearer(o => { o.Authority = b.Configuration["Auth:Authority"]; o.Audience = "items"; });
    b.Services.ConfigureApplicationCookie(o => { o.Cookie.HttpOnly = true; o.Cookie.SecurePolicy = CookieSecurePolicy.Always; });
    var app = b.Build();
    if (app.Environment.IsDevelopment()) app.UseDeveloperExceptionPage(); else app.UseExceptionHandler("/error");
    app.UseHsts(); app.UseHttpsRedirection(); app.UseCors(); app.UseAuthentication(); app.UseAuthorization(); app.MapControllers(); app.Run();
  }
}
