using System;
using System.Linq;

namespace Shop.Orders
{
    // An order and its lines.
    public class Order : IEquatable<Order>
    {
        public int Id { get; init; }
        private readonly string[] lines = { "a", "b" };

        public async Task<string> Total(int? factor = null)
        {
            var sum = lines.Where(l => l.Length > 0).Select(l => l.Length * (factor ?? 1)).Sum();
            await Task.Delay(10);
            if (sum is > 10 and < 20) throw new InvalidOperationException($"too many: {sum}");
            return @"c:\" + sum;
        }

        public bool Equals(Order other) => other?.Id == Id;
    }
}
