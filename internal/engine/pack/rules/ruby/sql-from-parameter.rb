class Person < ApplicationRecord
  # ruleid: ruby-sql-from-parameter
  scope :with_state, ->(state) { where("state = '#{state}'").order(:name) }

  def self.search(query)
    # ruleid: ruby-sql-from-parameter
    where("name LIKE '%#{query}%'")
  end

  def self.raw(name)
    # ruleid: ruby-sql-from-parameter
    Person.find_by_sql("SELECT * FROM people WHERE name = '#{name}'")
  end

  def self.safe(query, age)
    # ok: ruby-sql-from-parameter
    where('name LIKE ?', "%#{query}%")
    # ok: ruby-sql-from-parameter
    where("age > #{age.to_i}")
    # ok: ruby-sql-from-parameter
    where(name: query)
  end
end
