class Book < ApplicationRecord
  belongs_to :owner

  # The title is what somebody typed, see books_controller.rb.
  def self.titled(title)
    where("title LIKE '%#{title}%'") # finds: ruby-sql-injection
  end

  def self.by_author(author)
    where("author = ?", author) # safe: ruby-sql-injection
  end
end
