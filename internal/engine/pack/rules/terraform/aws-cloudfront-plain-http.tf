resource "aws_cloudfront_distribution" "bad0" {
  name = "a"
  default_cache_behavior {
    # ruleid: terraform-aws-cloudfront-plain-http
    viewer_protocol_policy = "allow-all"
  }
}

resource "aws_cloudfront_distribution" "part" {
  ordered_cache_behavior {
    path_pattern = "/files/*"
    # ruleid: terraform-aws-cloudfront-plain-http
    viewer_protocol_policy = "allow-all"
  }
}

resource "aws_cloudfront_distribution" "good0" {
  name = "a"
  default_cache_behavior {
    # ok: terraform-aws-cloudfront-plain-http
    viewer_protocol_policy = "redirect-to-https"
  }
}
