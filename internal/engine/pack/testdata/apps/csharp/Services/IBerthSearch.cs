using System.Collections.Generic;

namespace Harbour.Services
{
    public interface IBerthSearch
    {
        List<string> OrderedBy(string column);

        List<string> Near(string place, string column);
    }
}
