def clean(text, name)
  # ruleid: ruby-incomplete-sanitization
  text.sub("<", "&lt;")
  # ruleid: ruby-incomplete-sanitization
  text.sub(/'/, "''")
  # ruleid: ruby-incomplete-sanitization
  name.sub("../", "")
  # ruleid: ruby-incomplete-sanitization
  name.gsub("../", "")
  # ruleid: ruby-incomplete-sanitization
  text.gsub(/<script.*?>/, "")
  # ok: ruby-incomplete-sanitization
  text.gsub("<", "&lt;")
  # ok: ruby-incomplete-sanitization
  text.sub("hello", "bye")
  # ok: ruby-incomplete-sanitization
  text.sub('"', "").sub('"', "")
  # ok: ruby-incomplete-sanitization
  name.gsub("/", "")
  # ok: ruby-incomplete-sanitization
  text.sub(/\Ahttp:/, "https:")
end
