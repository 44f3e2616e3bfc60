from lxml import etree

# ruleid: python-xml-external-entities
parser = etree.XMLParser(resolve_entities=True)
# ruleid: python-xml-external-entities
parser = etree.XMLParser(no_network=False, load_dtd=True)
# ok: python-xml-external-entities
parser = etree.XMLParser(resolve_entities=False, no_network=True)
