# ruleid: ruby-regex-exponential
words = /\A(\w+\s?)*\z/
# ruleid: ruby-regex-exponential
return if name =~ /^([a-z]+)+$/
# ruleid: ruby-regex-exponential
list = Regexp.new("^(a|aa)+$")

# ok: ruby-regex-exponential
words = /\A\w+(?:\s\w+)*\z/
# ok: ruby-regex-exponential
return if name =~ /^[a-z]+$/
# ok: ruby-regex-exponential
list = Regexp.new("^a+$")
