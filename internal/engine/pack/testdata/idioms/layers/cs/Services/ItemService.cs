using Acme.Models; using Microsoft.Data.SqlClient;
namespace Acme.Services;
public class ItemService {
  private readonly SqlConnection _db;
  public ItemService(SqlConnection db) { _db = db; }
  public object ByName(string name) {
    return new SqlCommand("select * from items where name = '" + name + "'", _db).ExecuteReader(); // finds: csharp-sql-injection
  }
  public object Find(ItemQuery q) {
    return new SqlCommand($"select * from items where name = '{q.Name}'", _db).ExecuteReader(); // finds: csharp-sql-injection
  }
  public object Limit(ItemQuery q) {
    return new SqlCommand($"select top {q.Limit} from items where kind = '{q.Kind}'", _db).ExecuteReader();
  }
  public object Sorted(string sort) {
    return new SqlCommand("select * from items order by " + sort, _db).ExecuteReader();
  }
}
