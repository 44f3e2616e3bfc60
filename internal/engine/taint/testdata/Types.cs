// numbers are harmless
class Types {
    void Fields(Order evil) { // parameter
        sink(evil.Name); // flow
        sink(evil.Id); // alone
        sink(evil.Count); // alone
        sink(evil.Ok); // alone
        sink(evil.Key); // alone
        sink(evil.Names); // flow
    }
}
class Order {
    public int Id { get; set; }
    public string Name { get; set; }
    public int? Count { get; set; }
    public bool Ok;
    public Guid Key { get; set; }
    public List<string> Names { get; set; }
}
