resource "aws_s3_bucket" "data" { bucket = "example-data" }
resource "aws_s3_bucket_public_access_block" "data" {
  bucket                  = aws_s3_bucket.data.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}
resource "aws_s3_bucket_server_side_encryption_configuration" "data" {
  bucket = aws_s3_bucket.data.id
  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm     = "aws:kms"
      kms_master_key_id = aws_kms_key.data.arn
    }
  }
}
resource "aws_s3_bucket_versioning" "data" {
  bucket = aws_s3_bucket.data.id
  versioning_configuration { status = "Enabled" }
}
resource "aws_s3_bucket_logging" "data" {
  bucket        = aws_s3_bucket.data.id
  target_bucket = "example-logs"
  target_prefix = "data/"
}
resource "aws_kms_key" "data" {
  enable_key_rotation     = true
  deletion_window_in_days = 30
}
resource "aws_security_group" "web" {
  name        = "web"
  description = "web"
  ingress {
    description = "https"
    from_port   = 443
    to_port     = 443
    protocol    = "tcp"
    cidr_blocks = ["10.0.0.0/8"]
  }
}
resource "aws_db_instance" "db" {
  engine                              = "postgres"
  instance_class                      = "db.t4g.medium"
  storage_encrypted                   = true
  publicly_accessible                 = false
  deletion_protection                 = true
  backup_retention_period             = 14
  multi_az                            = true
  iam_database_authentication_enabled = true
  manage_master_user_password         = true
  username                            = "app"
}
