def allowed?(url)
  # ruleid: ruby-url-substring-check
  return true if url.include?("shop.example")
  # ruleid: ruby-url-substring-check
  return true if url.start_with?("https://shop.example")
  # ruleid: ruby-url-substring-check
  return true if URI.parse(url).host.end_with?("shop.example")
  # ok: ruby-url-substring-check
  return true if url.start_with?("https://shop.example/")
  # ok: ruby-url-substring-check
  return true if URI.parse(url).host.end_with?(".shop.example")
  # ok: ruby-url-substring-check
  url.include?("shop")
end
