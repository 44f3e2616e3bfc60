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

  def self.safe(query, age, table)
    # ok: ruby-sql-from-parameter
    where('name LIKE ?', "%#{query}%")
    # ok: ruby-sql-from-parameter
    where("age > #{age.to_i}")
    # ok: ruby-sql-from-parameter
    where(name: query)
    # ok: ruby-sql-from-parameter
    where("#{table}.hidden = false")
  end
end

class Widget < ApplicationRecord
  def self.turned(direction)
    # ruleid: ruby-sql-from-parameter
    where("direction = #{direction}").first
  end

  def self.turned_safely(direction)
    # ok: ruby-sql-from-parameter
    where("direction = ?", direction).first
  end
end
