resource "aws_cloudtrail" "off" {
  name = "all"
  # ruleid: terraform-aws-cloudtrail-no-validation
  enable_log_file_validation = false
}

# ruleid: terraform-aws-cloudtrail-no-validation
resource "aws_cloudtrail" "missing" {
  name           = "all"
  s3_bucket_name = aws_s3_bucket.trail.id
}

resource "aws_cloudtrail" "on" {
  name = "all"
  # ok: terraform-aws-cloudtrail-no-validation
  enable_log_file_validation = true
}

resource "aws_cloudtrail" "given" {
  name = "all"
  # ok: terraform-aws-cloudtrail-no-validation
  enable_log_file_validation = var.trail
}
