using System.Collections.Generic;
namespace Acme.Services;
public static class Checks { static readonly HashSet<string> AllowedColumns = new() { "name" }; public static bool IsColumn(string c) { return AllowedColumns.Contains(c); } }
