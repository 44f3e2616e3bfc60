# ruleid: terraform-aws-search-not-encrypted
resource "aws_elasticsearch_domain" "missing" {
  domain_name = "products"
}

resource "aws_opensearch_domain" "off" {
  domain_name = "products"
  encrypt_at_rest {
    # ruleid: terraform-aws-search-not-encrypted
    enabled = false
  }
}

resource "aws_opensearch_domain" "on" {
  domain_name = "products"
  encrypt_at_rest {
    # ok: terraform-aws-search-not-encrypted
    enabled = true
  }
  auto_tune_options {
    # ok: terraform-aws-search-not-encrypted
    enabled = false
  }
}

# ok: terraform-aws-search-not-encrypted
resource "aws_opensearch_domain" "given" {
  domain_name = "products"
  dynamic "encrypt_at_rest" {
    for_each = var.keys
    content {
      enabled = true
    }
  }
}
