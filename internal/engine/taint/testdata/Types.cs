// numbers are harmless
class Types {
    void Fields(Order evil) { // parameter
        sink(evil.Name); // flow
        sink(evil.Id); // alone
        sink(evil.Count); // alone
        sink(evil.Ok); // alone
        sink(evil.Key); // alone
        sink(evil.Names); // flow
        sink(evil.Status); // alone
    }

    void Parameters(Status evil1, // parameter
        string evil2) { // parameter
        sink(evil1);
        sink(evil2); // flow
    }
}
enum Status { Open, Closed }
class Order {
    public Status Status { get; set; }
    public int Id { get; set; }
    public string Name { get; set; }
    public int? Count { get; set; }
    public bool Ok;
    public Guid Key { get; set; }
    public List<string> Names { get; set; }
}
