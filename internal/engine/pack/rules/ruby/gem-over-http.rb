# ruleid: ruby-gem-over-http
source "http://gems.shop.example"
# ok: ruby-gem-over-http
source "https://gems.shop.example"
# ruleid: ruby-gem-over-http
gem "invoices", git: "git://git.shop.example/invoices.git"
# ok: ruby-gem-over-http
gem "invoices", git: "https://git.shop.example/invoices.git"
