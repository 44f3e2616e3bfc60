# ruleid: ruby-xxe
doc = Nokogiri::XML(text, nil, nil, Nokogiri::XML::ParseOptions::NOENT)
# ruleid: ruby-xxe
doc = Nokogiri::XML(text) { |config| config.noent }
# ruleid: ruby-xxe
LibXML::XML.default_substitute_entities = true

# ok: ruby-xxe
doc = Nokogiri::XML(text)
# ok: ruby-xxe
doc = Nokogiri::XML(text) { |config| config.nonet }
