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

# ruleid: terraform-aws-rds-not-encrypted
resource "aws_db_instance" "none0" {
  engine = "postgres"
}

# ok: terraform-aws-rds-not-encrypted
resource "aws_db_instance" "copy" {
  replicate_source_db = aws_db_instance.good0.arn
}

# ok: terraform-aws-rds-not-encrypted
resource "aws_db_instance" "given" {
  storage_encrypted = var.encrypted
}

# ruleid: terraform-aws-rds-not-encrypted
resource "aws_docdb_cluster" "none1" {
  cluster_identifier = "orders"
}

resource "aws_redshift_cluster" "bad2" {
  # ruleid: terraform-aws-rds-not-encrypted
  encrypted = false
}

# ok: terraform-aws-rds-not-encrypted
resource "aws_redshift_cluster" "default" {
  cluster_identifier = "orders"
}
