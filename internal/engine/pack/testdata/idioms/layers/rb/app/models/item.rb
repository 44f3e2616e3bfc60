class Item < ApplicationRecord
  COLUMNS = %w[name price].freeze

  def self.named(name)
    where("name = '#{name}'") # finds: ruby-sql-injection
  end

  def self.sorted_by(column)
    column = "name" unless COLUMNS.include?(column)
    order(Arel.sql("#{column} desc"))
  end
end
