resource "aws_cloudtrail" "bad0" {
  name = "a"
  # ruleid: terraform-aws-cloudtrail-logging-off
  enable_logging = false
}

resource "aws_cloudtrail" "good0" {
  name = "a"
  # ok: terraform-aws-cloudtrail-logging-off
  enable_logging = true
}
