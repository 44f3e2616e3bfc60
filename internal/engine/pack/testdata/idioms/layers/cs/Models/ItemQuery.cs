namespace Acme.Models;
public class ItemQuery { public string Name { get; set; } }
