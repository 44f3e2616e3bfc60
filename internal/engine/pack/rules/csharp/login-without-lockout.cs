using Microsoft.AspNetCore.Identity;

public class Login
{
    public async Task Enter(SignInManager<User> manager, string name, string password, User user)
    {
        // ruleid: csharp-login-without-lockout
        await manager.PasswordSignInAsync(name, password, true, false);
        // ruleid: csharp-login-without-lockout
        await manager.PasswordSignInAsync(name, password, isPersistent: false, lockoutOnFailure: false);
        // ruleid: csharp-login-without-lockout
        await manager.CheckPasswordSignInAsync(user, password, false);
        // ok: csharp-login-without-lockout
        await manager.PasswordSignInAsync(name, password, true, true);
        // ok: csharp-login-without-lockout
        await manager.PasswordSignInAsync(name, password, isPersistent: false, lockoutOnFailure: true);
    }
}
