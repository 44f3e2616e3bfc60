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

resource "aws_s3_bucket_policy" "everybody" {
  policy = jsonencode({
    Statement = [{
      Effect = "Allow"
      # ruleid: terraform-aws-s3-public-acl
      Principal = "*"
      Action    = "s3:GetObject"
      Resource  = "arn:aws:s3:::shop/*"
    }]
  })
}

resource "aws_s3_bucket_policy" "encrypted" {
  policy = jsonencode({
    Statement = [{
      Effect = "Deny"
      # ok: terraform-aws-s3-public-acl
      Principal = "*"
      Action    = "s3:*"
      Resource  = "arn:aws:s3:::shop/*"
      Condition = { Bool = { "aws:SecureTransport" = "false" } }
    }]
  })
}

resource "aws_s3_bucket_policy" "network" {
  policy = jsonencode({
    Statement = [{
      Effect = "Allow"
      # ok: terraform-aws-s3-public-acl
      Principal = "*"
      Action    = "s3:GetObject"
      Resource  = "arn:aws:s3:::shop/*"
      Condition = { StringEquals = { "aws:SourceVpce" = "vpce-1a2b3c4d" } }
    }]
  })
}
