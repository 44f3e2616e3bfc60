# ruleid: ruby-host-regexp
DOT_OPEN = /\Ahttps:\/\/www.shop.example\//
# ruleid: ruby-host-regexp
INSIDE = Regexp.new("^(www|beta).shop.com/")
# ruleid: ruby-host-regexp
NO_BEGINNING = /https?:\/\/shop\.example\//
# ruleid: ruby-host-regexp
NO_END = /\Ahttps:\/\/shop\.example/
# ok: ruby-host-regexp
BOUND = /\Ahttps:\/\/shop\.example\//
# ok: ruby-host-regexp
HOST = /\A(www|beta)\.shop\.com\z/
# ok: ruby-host-regexp
WORDS = /\A[a-z]+.[a-z]+\z/
# ok: ruby-host-regexp
MAIL = /\A[^@\s]+@[^@\s]+\.[a-z]+\z/

def shorten(text)
  # ok: ruby-host-regexp
  text.gsub(/https?:\/\/shop\.example\//, "")
end

def numbers(text)
  # ok: ruby-host-regexp
  text.scan(/https?:\/\/shop\.example\/orders\/(\d+)/)
end

def ours?(url)
  # ruleid: ruby-host-regexp
  url.match?(/https?:\/\/shop\.example\//)
end
