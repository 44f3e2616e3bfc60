resource "aws_s3_bucket_public_access_block" "bad" {
  bucket = "a"
  # ruleid: terraform-aws-s3-public-access-block-off
  block_public_acls = false
  # ruleid: terraform-aws-s3-public-access-block-off
  block_public_policy = false
}

resource "aws_s3_bucket_public_access_block" "good" {
  bucket = "a"
  # ok: terraform-aws-s3-public-access-block-off
  block_public_acls = true
  # ok: terraform-aws-s3-public-access-block-off
  block_public_policy = true
}
