resource "aws_db_instance" "bad0" {
  name = "a"
  # ruleid: terraform-aws-rds-not-encrypted
  storage_encrypted = false
}

resource "aws_db_instance" "good0" {
  name = "a"
  # ok: terraform-aws-rds-not-encrypted
  storage_encrypted = true
}

resource "aws_rds_cluster" "bad1" {
  name = "a"
  # ruleid: terraform-aws-rds-not-encrypted
  storage_encrypted = false
}

resource "aws_rds_cluster" "good1" {
  name = "a"
  # ok: terraform-aws-rds-not-encrypted
  storage_encrypted = true
}
