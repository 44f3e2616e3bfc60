resource "aws_cloudtrail" "off" {
  name = "all"
  # ruleid: terraform-aws-cloudtrail-one-region
  is_multi_region_trail = false
}

# ruleid: terraform-aws-cloudtrail-one-region
resource "aws_cloudtrail" "missing" {
  name           = "all"
  s3_bucket_name = aws_s3_bucket.trail.id
}

resource "aws_cloudtrail" "on" {
  name = "all"
  # ok: terraform-aws-cloudtrail-one-region
  is_multi_region_trail = true
}

resource "aws_cloudtrail" "given" {
  name = "all"
  # ok: terraform-aws-cloudtrail-one-region
  is_multi_region_trail = var.trail
}
