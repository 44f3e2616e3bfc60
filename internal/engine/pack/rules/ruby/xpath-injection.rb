def find
  # ruleid: ruby-xpath-injection
  user = doc.xpath("//user[name='#{params[:name]}']")
  # ruleid: ruby-xpath-injection
  user = REXML::XPath.first(doc, "//user[@id='" + params[:id] + "']")
  # ok: ruby-xpath-injection
  user = doc.xpath("//user[name=$name]", nil, name: params[:name])
  # ok: ruby-xpath-injection
  user = doc.at_xpath("//user[@id=#{params[:id].to_i}]")
end
