class ItemSearch
  def initialize(query, sort)
    @query = query
    @sort = Item::COLUMNS.include?(sort) ? sort : "name"
  end

  def call
    Item.where("name like '%#{@query}%'").order(Arel.sql(@sort)) # finds: ruby-sql-injection
  end
end
