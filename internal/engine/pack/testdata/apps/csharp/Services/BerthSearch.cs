using System.Collections.Generic;
using Harbour.Data;
using Microsoft.Data.SqlClient;

namespace Harbour.Services
{
    public class BerthSearch : IBerthSearch
    {
        private static readonly HashSet<string> AllowedColumns = new() { "name", "built" };

        private readonly SqlConnection connection;

        public BerthSearch(SqlConnection connection)
        {
            this.connection = connection;
        }

        public List<string> OrderedBy(string column)
        {
            var command = new SqlCommand("SELECT name FROM berths ORDER BY " + column, connection); // finds: csharp-sql-injection
            return BerthStore.Names(command);
        }

        public List<string> Near(string place, string column)
        {
            if (!AllowedColumns.Contains(column))
            {
                return new List<string>();
            }
            var command = new SqlCommand("SELECT name FROM berths WHERE place = @place ORDER BY " + column, connection); // safe: csharp-sql-injection
            command.Parameters.AddWithValue("@place", place);
            return BerthStore.Names(command);
        }
    }
}
