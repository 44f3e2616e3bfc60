using System.Collections.Generic;
using System.Data;
using Microsoft.Data.SqlClient;

namespace Harbour.Data
{
    public class BerthStore
    {
        private readonly SqlConnection connection;

        public BerthStore(SqlConnection connection)
        {
            this.connection = connection;
        }

        public List<string> OfPlace(string place)
        {
            var command = new SqlCommand("SELECT name FROM berths WHERE place = @place", connection); // safe: csharp-sql-injection
            command.Parameters.AddWithValue("@place", place);
            return Names(command);
        }

        public static List<string> Names(SqlCommand command)
        {
            var names = new List<string>();
            using (IDataReader reader = command.ExecuteReader())
            {
                while (reader.Read())
                {
                    names.Add(reader.GetString(0));
                }
            }
            return names;
        }
    }
}
