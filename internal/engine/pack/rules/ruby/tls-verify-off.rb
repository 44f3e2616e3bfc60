# ruleid: ruby-tls-verify-off
http.verify_mode = OpenSSL::SSL::VERIFY_NONE
# ruleid: ruby-tls-verify-off
HTTParty.get("https://example.com", verify: false)
# ruleid: ruby-tls-verify-off
Faraday.new("https://example.com", ssl: { verify: false })
# ruleid: ruby-tls-verify-off
RestClient::Resource.new("https://example.com", verify_ssl: false)

# ok: ruby-tls-verify-off
http.verify_mode = OpenSSL::SSL::VERIFY_PEER
# ok: ruby-tls-verify-off
Faraday.new("https://example.com", ssl: { ca_file: "/etc/ssl/our-ca.pem" })
# ok: ruby-tls-verify-off
http.verify_mode = ENV["CHECK"] == "none" ? OpenSSL::SSL::VERIFY_NONE : OpenSSL::SSL::VERIFY_PEER
# ok: ruby-tls-verify-off
config[:ssl_verify_mode] = OpenSSL::SSL::VERIFY_NONE if Rails.env.development?
# ruleid: ruby-tls-verify-off
config[:ssl_verify_mode] = OpenSSL::SSL::VERIFY_NONE if url.start_with?("https")
