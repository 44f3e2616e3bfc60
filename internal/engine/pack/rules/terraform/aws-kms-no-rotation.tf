resource "aws_kms_key" "bad0" {
  name = "a"
  # ruleid: terraform-aws-kms-no-rotation
  enable_key_rotation = false
}

resource "aws_kms_key" "good0" {
  name = "a"
  # ok: terraform-aws-kms-no-rotation
  enable_key_rotation = true
}
