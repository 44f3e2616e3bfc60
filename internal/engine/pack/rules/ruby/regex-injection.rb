def search
  # ruleid: ruby-regex-injection
  found = names.grep(Regexp.new(params[:q]))
  # ruleid: ruby-regex-injection
  re = Regexp.new("^#{params[:q]}", Regexp::IGNORECASE)
  # ok: ruby-regex-injection
  re = Regexp.new(Regexp.escape(params[:q]))
  # ok: ruby-regex-injection
  re = Regexp.new("^abc")
end
