def branches(other)
  x = source()
  if allowed(x)
    sink(x)
  else
    sink(x) # flow
  end
  sink(x) # flow
end

def guards(other)
  x = source()
  return unless allowed(x)
  sink(x)
  y = source()
  raise "bad" if denied(y)
  sink(y)
  z = source()
  unless allowed(z)
    sink(z) # flow
  else
    sink(z)
  end
  u = source()
  halt(404) and return unless allowed(u)
  sink(u)
  w = source()
  return if w.nil? || !allowed(w)
  sink(w)
  v = source()
  raise unless allowed(v)
  sink(v)
end

def fine?(v)
  allowed(v)
end

def asking
  x = source()
  if fine?(x)
    sink(x) # alone
  else
    sink(x) # flow
  end
end

def going_on(other)
  x = source()
  other or raise("no")
  sink(x) # flow
  render(other) and return
  sink(x)
end

def cases(other)
  x = source()
  case x
  when "a", "b"
    sink(x)
  when other
    sink(x) # flow
  else
    sink(x) # flow
  end
end
