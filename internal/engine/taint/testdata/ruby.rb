class Things
  CONSTANT = "a"

  def assignment
    x = source()
    sink(x) # flow
    y = x
    x = "a"
    sink(x)
    sink(y) # flow
    sink(sanitize(y))
    z ||= y
    sink(z) # flow
    a, b = "a", source()
    sink(a)
    sink(b) # flow
    c, *d = source()
    sink(d) # flow
  end

  def strings
    x = source()
    sink("a #{x} b") # flow
    sink("a #{sanitize(x)} b")
    sink("a" + x) # flow
    s = "a"
    s << x
    sink(s) # flow
    t = "a"
    t << "b"
    sink(t)
    sink(<<~TEXT) # flow
      a #{x}
    TEXT
    sink("%s" % x) # flow
    q = "a"
    q.concat(x)
    sink q # flow
  end

  def containers
    h = { a: source(), "b" => "c", :d => source() }
    sink(h[:a]) # flow
    sink(h["b"])
    sink(h[:d]) # flow
    l = []
    l.push(source())
    sink(l.first) # flow
    l.each do |e|
      sink(e) # flow
    end
    l.map { |e| sink(e) } # flow
    o.name = source()
    sink(o.name) # flow
  end

  def control(c)
    x = source()
    return nil unless c
    if c
      x = "a"
    elsif c > 1
      x = "b"
    else
      x = "c"
    end
    sink(x)
    y = c ? source() : "a"
    sink(y) # flow
    case c
    when 1 then z = source()
    else z = "a"
    end
    sink(z) # flow
    begin
      w = source()
    rescue Error => e
      sink(e)
    ensure
      sink(w) # flow
    end
    sink(y) if c # flow
    v = if c then source() else "a" end
    sink(v) # flow
  end

  def parameters(evil, good = nil, key: nil) # parameter
    sink(evil) # flow
    sink(good)
    xs.each { |g| sink(evil) } # flow
  end

  def identity(x)
    x
  end

  def nothing(x)
    "a"
  end

  def gives
    source()
  end

  def calls
    sink(identity(source())) # flow
    sink(nothing(source())) # alone
    sink(gives) # across
    sink(gives()) # across
    reaches(source(), "a")
  end

  def reaches(x, y)
    sink(x) # across
    sink(y)
  end

  def initialize(name)
    @name = name
    @loaded = source()
  end

  def show
    sink(@name) # across
    sink(@loaded) # across
    sink(@other)
    @other = source()
    sink(@other) # flow
    @other = nil
  end
end

def make
  t = Things.new(source())
  t.show
end

def appended
  a = "x"
  a << source() << "y"
  sink(a) # flow
  b = "x"
  b << "y" << source()
  sink(b) # flow
  c = "x" << source() << "y"
  sink(c) # flow
  d = "x" << "y"
  sink(d)
end

def look_ups
  x = source()
  sink(User.find(x).name)
  sink(User.find_by(name: x).name)
  article = Article.find(x)
  article.update(approved: x)
  sink(article.approved) # flow
end

class PagesController < ApplicationController
  before_action :load
  after_action :close, only: [:show, :create]
  before_action :later, :if => :asked
  permit_api :create

  def create
    @page = Page.create(source())
    sink(@page) # flow
  end

  def load
    @loaded = source()
  end

  def asked
    @asked = source()
  end

  def show
    prepare
    sink(@asked) # across
    sink(@page)
    sink(@loaded) # across
    sink(@prepared) # across
    sink(@found) # across
  end

  def prepare
    @prepared = source()
  end

  private

  def find
    @found = source()
  end
end
