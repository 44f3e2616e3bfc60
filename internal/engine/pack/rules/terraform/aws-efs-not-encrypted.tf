resource "aws_efs_file_system" "bad0" {
  name = "a"
  # ruleid: terraform-aws-efs-not-encrypted
  encrypted = false
}

resource "aws_efs_file_system" "good0" {
  name = "a"
  # ok: terraform-aws-efs-not-encrypted
  encrypted = true
}

# ruleid: terraform-aws-efs-not-encrypted
resource "aws_efs_file_system" "none0" {
  name = "a"
}
