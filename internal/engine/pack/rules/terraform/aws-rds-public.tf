resource "aws_db_instance" "bad0" {
  name = "a"
  # ruleid: terraform-aws-rds-public
  publicly_accessible = true
}

resource "aws_db_instance" "good0" {
  name = "a"
  # ok: terraform-aws-rds-public
  publicly_accessible = false
}

resource "aws_rds_cluster_instance" "bad1" {
  name = "a"
  # ruleid: terraform-aws-rds-public
  publicly_accessible = true
}

resource "aws_rds_cluster_instance" "good1" {
  name = "a"
  # ok: terraform-aws-rds-public
  publicly_accessible = false
}

resource "aws_redshift_cluster" "bad2" {
  name = "a"
  # ruleid: terraform-aws-rds-public
  publicly_accessible = true
}

resource "aws_redshift_cluster" "good2" {
  name = "a"
  # ok: terraform-aws-rds-public
  publicly_accessible = false
}

resource "aws_dms_replication_instance" "bad3" {
  name = "a"
  # ruleid: terraform-aws-rds-public
  publicly_accessible = true
}

resource "aws_dms_replication_instance" "good3" {
  name = "a"
  # ok: terraform-aws-rds-public
  publicly_accessible = false
}
