def find
  # ruleid: ruby-ldap-injection
  filter = Net::LDAP::Filter.construct("(uid=#{params[:name]})")
  # ruleid: ruby-ldap-injection
  ldap.search(base: "dc=example", filter: "(uid=" + params[:name] + ")")
  # ok: ruby-ldap-injection
  ldap.search(base: "dc=example", filter: Net::LDAP::Filter.equals("uid", params[:name]))
  # ok: ruby-ldap-injection
  filter = Net::LDAP::Filter.construct("(uid=#{Net::LDAP::Filter.escape(params[:name])})")
end

class StaffController < ApplicationController
  def show
    client = Net::LDAP.new
    name = params[:name]
    # ruleid: ruby-ldap-injection
    rows = client.search(base: BASE, filter: "(cn=#{name})")
    safe = Net::LDAP::Filter.escape(name)
    # ok: ruby-ldap-injection
    rows = client.search(base: BASE, filter: "(cn=#{safe})")
  end
end
