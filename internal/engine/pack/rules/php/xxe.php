<?php

// ruleid: php-xxe
$xml = simplexml_load_string($text, 'SimpleXMLElement', LIBXML_NOENT);
// ruleid: php-xxe
$document->loadXML($text, LIBXML_NOENT | LIBXML_DTDLOAD);
// ruleid: php-xxe
libxml_disable_entity_loader(false);
// ruleid: php-xxe
$reader->setParserProperty(XMLReader::SUBST_ENTITIES, true);

// ok: php-xxe
$xml = simplexml_load_string($text);
// ok: php-xxe
$document->loadXML($text, LIBXML_NONET);
// ok: php-xxe
libxml_disable_entity_loader(true);
