resource "aws_s3_bucket_acl" "bad0" {
  name = "a"
  # ruleid: terraform-aws-s3-public-acl
  acl = "public-read"
}

resource "aws_s3_bucket_acl" "good0" {
  name = "a"
  # ok: terraform-aws-s3-public-acl
  acl = "private"
}

resource "aws_s3_bucket" "bad1" {
  name = "a"
  # ruleid: terraform-aws-s3-public-acl
  acl = "public-read"
}

resource "aws_s3_bucket" "good1" {
  name = "a"
  # ok: terraform-aws-s3-public-acl
  acl = "private"
}
