class BooksController < ApplicationController
  ORDERS = { "title" => "title", "age" => "created_at DESC" }.freeze

  def index
    @books = params[:author] ? Book.by_author(params[:author]) : Book.titled(params[:title])
  end

  def of
    @books = Book.where("owner = '" + params[:owner] + "'") # finds: ruby-sql-injection
    render :index
  end

  def mine
    @books = Book.where(owner: params[:owner]) # safe: ruby-sql-injection
    render :index
  end

  def sorted
    @books = Book.order(ORDERS.fetch(params[:by], "title")) # safe: ruby-sql-injection
    render :index
  end

  def create
    @book = Book.create(params[:book].permit!) # finds: ruby-mass-assignment
    redirect_to @book
  end

  def update
    @book = Book.find(params[:id])
    @book.update(params.require(:book).permit(:title, :author)) # safe: ruby-mass-assignment
    redirect_to @book # safe: ruby-open-redirect
  end

  def leave
    redirect_to params[:to], allow_other_host: true # finds: ruby-open-redirect
  end

  def hello
    render html: "<h1>Hello #{params[:name]}</h1>".html_safe # finds: ruby-xss
  end

  def welcome
    render html: helpers.tag.h1("Welcome #{params[:name]}") # safe: ruby-xss
  end

  def find
    pattern = Regexp.new(params[:pattern]) # finds: ruby-regex-injection
    render json: ORDERS.keys.grep(pattern)
  end

  def match
    pattern = Regexp.new(Regexp.escape(params[:pattern])) # safe: ruby-regex-injection
    render json: ORDERS.keys.grep(pattern)
  end
end
