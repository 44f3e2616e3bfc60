def preview
  # ruleid: ruby-ssrf
  body = Net::HTTP.get(URI(params[:url]))
  # ruleid: ruby-ssrf
  body = URI.open(params[:url]).read
  # ruleid: ruby-ssrf
  answer = HTTParty.get(params[:url])
  # ruleid: ruby-ssrf
  answer = RestClient.post("http://#{params[:host]}/hook", {})
  # ruleid: ruby-ssrf
  answer = Faraday.get(params[:url])
  # ruleid: ruby-ssrf
  body = open(params[:url]).read
  # ok: ruby-ssrf
  answer = HTTParty.get("https://api.example.com/users/#{params[:id]}")
  # ok: ruby-ssrf
  answer = Faraday.get("https://api.example.com/search", q: params[:q])
  # ok: ruby-ssrf
  answer = HTTParty.get(BASE + params[:path])
end

def checked
  url = params[:url]
  uri = URI.parse(url)
  unless %w[example.com example.org].include?(uri.host)
    return head(:bad_request)
  end
  # ok: ruby-ssrf
  body = Net::HTTP.get(uri)
end
