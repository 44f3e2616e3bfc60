resource "aws_cloudfront_distribution" "bad0" {
  name = "a"
  viewer_certificate {
    # ruleid: terraform-aws-cloudfront-old-tls
    minimum_protocol_version = "TLSv1"
  }
}

resource "aws_cloudfront_distribution" "good0" {
  name = "a"
  viewer_certificate {
    # ok: terraform-aws-cloudfront-old-tls
    minimum_protocol_version = "TLSv1.2_2021"
  }
}
