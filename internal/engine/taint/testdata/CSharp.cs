using System;

namespace N
{
    public class Things : Base
    {
        private string field = source();
        private string plain = "a";
        public string Name { get; set; }

        public Things(string name)
        {
            Name = name;
        }

        void Assignment()
        {
            string x = source(), y = "a";
            sink(x); // flow
            sink(y);
            y = x;
            x = "b";
            sink(x);
            sink(y); // flow
            sink(sanitize(y));
            x += y;
            sink(x); // flow
            var (a, b) = ("a", source());
            sink(a);
            sink(b); // flow
            object o = (string)source();
            if (o is string s)
            {
                sink(s); // flow
            }
            sink(o as string); // flow
            sink(o == null);
            sink(o ?? "a"); // flow
            sink(o?.ToString()); // flow
        }

        void Strings()
        {
            string x = source();
            sink($"a {x} b {1:c}"); // flow
            sink($"a {sanitize(x)}");
            sink("a" + x); // flow
            sink(string.Format("{0}", x)); // flow
            var b = new StringBuilder();
            b.Append("a").AppendLine(x);
            sink(b.ToString()); // flow
        }

        void Containers()
        {
            var l = new List<string>() { "a" };
            l.Add(source());
            sink(l); // flow
            foreach (var e in l)
            {
                sink(e); // flow
            }
            var d = new Dictionary<string, string>();
            d["a"] = source();
            sink(d["a"]); // flow
            sink(d["b"]);
            var o = new Foo { A = source(), B = "c" };
            sink(o.A); // flow
            sink(o.B);
            if (d.TryGetValue("a", out var found))
            {
                sink(found); // flow
            }
            var empty = new Dictionary<string, string>();
            empty.TryGetValue(source(), out string other);
            sink(other);
            Uri.TryCreate(source(), UriKind.Absolute, out Uri made);
            sink(made); // flow
            string set = source();
            Fill("a", out set);
            sink(set);
            Foo p = new(source());
            sink(p); // flow
            Foo q = new() { A = source(), B = "c" };
            sink(q.A); // flow
            sink(q.B);
            int[] arr = { 1, 2 };
            sink(arr);
            sink(from i in source() where i != null select i.Name); // flow
            l.ForEach(e => sink(e)); // flow
            l.Select(e => { return sink(e); }); // flow
        }

        string Control(int c)
        {
            string x = source();
            switch (c)
            {
                case 1:
                    x = "a";
                    break;
                default:
                    return x;
            }
            var y = c switch { 1 => source(), _ => "a" };
            sink(y); // flow
            try
            {
                y = "a";
                y = source();
            }
            catch (Exception e) when (c == 1)
            {
                sink(y); // flow
                sink(e);
            }
            using (var r = new Reader(source()))
            {
                sink(r); // flow
            }
            if (c == 1) x = "a"; else throw new Exception(x);
            sink(x);
            return x;
        }

        [HttpGet("a")]
        public async Task<string> Parameters([FromQuery] string evil, int good = 1) // parameter
        {
            sink(evil); // flow
            sink(good);
            sink(await Get(evil)); // flow
            Reaches(evil, "a");
            sink(Identity(evil)); // flow
            sink(Nothing(evil)); // alone
            sink(Things.Nothing(y: evil)); // alone
            return evil;
        }

        void Reaches(string x, string y)
        {
            sink(x); // across
            sink(y);
        }

        string Identity(string x) => x;
        static string Nothing(string y) => "a";

        void Fields()
        {
            sink(field); // across
            sink(this.plain);
            sink(Name);
            var t = new Things(source());
            sink(t.Name); // flow
        }
    }
}
