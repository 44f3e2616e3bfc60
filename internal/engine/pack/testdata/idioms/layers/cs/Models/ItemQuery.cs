namespace Acme.Models;
public class ItemQuery { public string Name { get; set; } public int Limit { get; set; } public Kind Kind { get; set; } }
public enum Kind { A, B }
