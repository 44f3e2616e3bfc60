def turned
  list = source()
  sink(list.map { |x| "<#{x}>" }) # flow
  sink(list.map { |x| "?" })
  sink(list.map { it }) # flow
  sink(list.collect { |x| sanitize(x) })
end

def filtered
  list = source()
  sink(list.select { |x| allowed(x) })
  sink(list.select { |x| !allowed(x) }) # flow
  sink(list.reject { |x| denied(x) })
  sink(list.reject { |x| allowed(x) }) # flow
  sink(list.detect { |x| allowed(x) })
end

def calls
  run = ->(x) { sink(x) } # across
  run.call(source())
  source().tap { |x| sink(x) } # flow
end
